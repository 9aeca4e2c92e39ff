// The form in which files travel into the isolate: the length of an index, the index as JSON [[path, size], ...], the contents.

/** The archive of `files`, an iterable of [path, bytes]. */
export function pack(files) {
  const entries = [...files];
  const index = new TextEncoder().encode(JSON.stringify(entries.map(([path, bytes]) => [path, bytes.length])));
  const size = entries.reduce((sum, [, bytes]) => sum + bytes.length, 4 + index.length);
  const archive = new Uint8Array(size);
  new DataView(archive.buffer).setUint32(0, index.length);
  archive.set(index, 4);
  let offset = 4 + index.length;
  for (const [, bytes] of entries) {
    archive.set(bytes, offset);
    offset += bytes.length;
  }
  return archive;
}

/** The [path, bytes] of an archive, in order. */
export function* unpack(buffer) {
  const archive = new Uint8Array(buffer);
  const length = new DataView(buffer).getUint32(0);
  const index = JSON.parse(new TextDecoder().decode(archive.subarray(4, 4 + length)));
  let offset = 4 + length;
  for (const [path, size] of index) {
    yield [path, archive.subarray(offset, offset + size)];
    offset += size;
  }
}
