/** WebAssembly modules, from wherever they are. */

/** The smallest module with an instruction of 128 bits: `v128.const`, whose value is dropped. */
const WIDE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12, ...new Array(16).fill(0), 26, 11);

/** Whether this engine has SIMD. Of both builds of a module, the bits are the same. */
export const hasSimd = () => WebAssembly.validate(WIDE);

/** @typedef {URL | string | BufferSource | WebAssembly.Module | Response | Blob} Source Where something is, or its bytes. */

/**
 * What is at an address: over HTTP, or a `file:` URL in Node.js.
 * @param {Source} source
 * @returns {Promise<Uint8Array>}
 */
export async function bytesOf(source) {
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  if (source instanceof Response) return new Uint8Array(await answered(source).arrayBuffer());
  const url = addressOf(source);
  if (url.protocol === "file:") return new Uint8Array(await readFile(url));
  return new Uint8Array(await answered(await fetch(url)).arrayBuffer());
}

/**
 * @param {Source} source
 * @returns {Promise<WebAssembly.Module>}
 */
export async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  const known = typeof source === "string" || source instanceof URL;
  if (!known || addressOf(source).protocol === "file:") return WebAssembly.compile(/** @type {BufferSource} */ (await bytesOf(source)));
  const response = answered(await fetch(addressOf(source)));
  // A server may not know the type of .wasm files.
  const isTold = response.headers.get("content-type") === "application/wasm";
  return isTold ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** A path in Node.js is one from the current folder. */
function addressOf(source) {
  if (source instanceof URL) return source;
  if (typeof source !== "string") throw new TypeError(`${String(source)} is no address and has no bytes`);
  if (globalThis.location) return new URL(source, location.href);
  if (/^[a-z][a-z+.-]+:/i.test(source)) return new URL(source);
  return new URL(source, `file://${process.cwd().replaceAll("\\", "/").replace(/^(?!\/)/, "/")}/`);
}

async function readFile(url) {
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

/** @param {Response} response */
function answered(response) {
  if (!response.ok) throw new Error(`${response.url}: the server answers ${response.status} ${response.statusText}`);
  return response;
}
