// Pyodide 314.0.6 crashes when Python collects garbage while calls wait for a socket: the collector walks their frames, which lie on a
// stack that others use by then (https://github.com/pyodide/pyodide/issues/6464). workerd mends that in the copy that it ships
// (https://github.com/cloudflare/workerd/pull/7422), and so does the local edge: a call that waits has no frame to walk.

/** PyThreadState.current_frame in CPython 3.14, in four-byte words. */
const CURRENT_FRAME = 52 / 4;

const PATCHES = [
  [
    'const stackState=new StackState;return{threadState,stackState,',
    `const frameAt=threadState/4+${CURRENT_FRAME};const currentFrame=HEAP32[frameAt];HEAP32[frameAt]=0;` +
      'const stackState=new StackState;return{currentFrame,frameAt,threadState,stackState,',
  ],
  [
    'state.stackState.restore();_restoreThreadState(state.threadState);',
    'state.stackState.restore();HEAP32[state.frameAt]=state.currentFrame;_restoreThreadState(state.threadState);',
  ],
];

/** The text of pyodide.asm.mjs, mended; throws where it is not the text that this was written for. */
export function mended(source) {
  for (const [broken, whole] of PATCHES) {
    if (source.split(broken).length !== 2) throw new Error('pyodide.asm.mjs has changed: see scripts/edge/pyodide_fix.mjs');
    source = source.replace(broken, whole);
  }
  return source;
}
