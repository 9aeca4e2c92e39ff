// Lets Pyodide, written for browsers and Node, load inside a workerd isolate, where nothing may be fetched or compiled from bytes.
// Each patch is undone once Python runs, but for WebAssembly.Module: Python compiles an extension module at its first import.
import { env } from 'cloudflare:workers';
import pyodideWasm from '../pyodide/pyodide.asm.wasm';
import standardLibrary from '../pyodide/python_stdlib.zip';

/** Where Pyodide believes that its files are; nothing listens there. */
export const INDEX_URL = 'http://pyodide.invalid/';

const NativeModule = WebAssembly.Module;

function compile(source) {
  if (source instanceof NativeModule) return source;
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  // A copy: Pyodide hands over a view of the Python heap, which may be shared.
  return env.EDGE_UNSAFE_EVAL.newWasmModule(bytes.slice());
}

function allowCompiling() {
  function Module(source) {
    return compile(source);
  }
  Module.prototype = NativeModule.prototype;
  for (const name of ['exports', 'imports', 'customSections']) Module[name] = NativeModule[name].bind(NativeModule);
  Object.defineProperty(Module, Symbol.hasInstance, { value: (object) => object instanceof NativeModule });
  WebAssembly.Module = Module;
  WebAssembly.compile = async (source) => compile(source);
  WebAssembly.instantiate = async (source, imports) => {
    if (source instanceof NativeModule) return new WebAssembly.Instance(source, imports);
    const module = compile(source);
    return { module, instance: new WebAssembly.Instance(module, imports) };
  };
}

function serveOwnFiles(nativeFetch) {
  return async (resource, options) => {
    const url = String(resource?.url ?? resource);
    if (!url.startsWith(INDEX_URL)) return nativeFetch(resource, options);
    if (url.endsWith('.wasm')) return new Response(''); // instantiateStreaming has the module already
    if (url.endsWith('python_stdlib.zip')) return new Response(standardLibrary);
    return new Response('', { status: 404 });
  };
}

/** Calls `load`, which loads Pyodide, in a world that looks to it like a browser's worker; returns what it returns. */
export async function withBrowserGlobals(load) {
  allowCompiling();
  const { fetch, addEventListener } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (response, imports) => {
    await response;
    return { module: pyodideWasm, instance: new WebAssembly.Instance(pyodideWasm, imports) };
  };
  globalThis.fetch = serveOwnFiles(fetch);
  globalThis.location = { href: INDEX_URL, toString: () => INDEX_URL };
  // workerd throws on `useCapture`, which means nothing where there is no tree to capture in.
  globalThis.addEventListener = (type, listener) => addEventListener.call(globalThis, type, listener);
  try {
    return await load();
  } finally {
    WebAssembly.instantiateStreaming = instantiateStreaming;
    globalThis.fetch = fetch;
    globalThis.addEventListener = addEventListener;
    delete globalThis.location;
  }
}
