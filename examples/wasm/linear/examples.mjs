/** Rows to learn from, of LibSVM text. */
import { LibsvmError, readLibsvm } from "../build/lacuna-sparse/index.mjs";

/**
 * Rows in CSR form.
 * @typedef {object} Examples
 * @property {number} rows
 * @property {number} features The least number that has room for every index.
 * @property {0 | 1} base The file's number of the first feature.
 * @property {Float32Array | Float64Array} labels
 * @property {Int32Array} indptr
 * @property {Int32Array} indices Counted from 0, whatever the base.
 * @property {Float32Array | Float64Array} values
 */

/**
 * @param {Uint8Array} bytes
 * @param {{ name?: string, base?: 0 | 1 | "auto", type?: "f32" | "f64" }} [options] `name` stands in messages; `auto` is 1 if feature 0 never occurs.
 * @returns {Promise<Examples>}
 * @throws {LibsvmError}
 */
export async function readExamples(bytes, { name = "data", base = "auto", type = "f32" } = {}) {
  const { x, labels, base: found } = await readLibsvm(bytes, { name, base: base === "auto" ? undefined : base, dtype: type });
  if (x.columns === 0) throw new LibsvmError(`${name}: no row has a feature`, name);
  return { rows: x.rows, features: x.columns, base: found, labels, indptr: x.indptr, indices: x.indices, values: x.values };
}
