/** Files of the format safetensors: a header of JSON, and tensors behind it. */

/** @typedef {{ shape: number[], data: Float32Array | Float64Array }} Tensor */

const ARRAYS = { F32: Float32Array, F64: Float64Array };

/**
 * @param {Uint8Array} bytes
 * @param {string} name The file's, for errors.
 * @returns {{ metadata: Record<string, string>, tensors: Map<string, Tensor> }} All tensors of F32 and F64, copied; others are left out.
 */
export function readSafetensors(bytes, name) {
  const wrong = (what) => new Error(`${name} is no safetensors file: ${what}`);
  if (bytes.length < 8) throw wrong(`it has ${bytes.length} bytes`);
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length > bytes.length - 8) throw wrong(`its header of ${length} bytes does not fit into ${bytes.length}`);
  let header;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(8, 8 + length)));
  } catch (error) {
    throw wrong(error.message);
  }
  if (typeof header !== "object" || header === null) throw wrong("its header is no object");
  const { __metadata__: metadata = {}, ...entries } = header;
  const tensors = new Map();
  for (const [tensor, entry] of Object.entries(entries)) {
    const { dtype, shape, data_offsets } = entry ?? {};
    const Type = ARRAYS[dtype];
    if (!Type) continue;
    if (!Array.isArray(shape) || !Array.isArray(data_offsets)) throw wrong(`tensor ${tensor} has no shape or no place`);
    const [start, end] = data_offsets.map((offset) => 8 + length + offset);
    const expected = shape.reduce((product, extent) => product * extent, Type.BYTES_PER_ELEMENT);
    if (!(start >= 8 + length && end <= bytes.length && end - start === expected)) {
      throw wrong(`tensor ${tensor} of ${expected} bytes is said to be at ${data_offsets[0]} to ${data_offsets[1]} of ${bytes.length - 8 - length}`);
    }
    tensors.set(tensor, { shape, data: new Type(bytes.slice(start, end).buffer) });
  }
  return { metadata, tensors };
}
