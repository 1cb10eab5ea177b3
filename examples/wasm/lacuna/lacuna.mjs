/**
 * The C ABI of Lacuna (`lacuna.h`), compiled to WebAssembly, for Node.js and browsers.
 *
 * The module has no allocator. This side owns the memory above its stack and constants: `Lacuna` hands it out upwards, and takes back what was handed out after
 * a `mark()`. Arrays live in the module's memory and are read and written through typed arrays, without copies.
 *
 * ```js
 * const lacuna = await Lacuna.load(new URL("../build/lacuna.wasm", import.meta.url));
 * const [indptr, indices, values] = [lacuna.array("i32", [0, 2, 2]), lacuna.array("i32", [0, 2]), lacuna.array("f32", [10, 2])];
 * const a = lacuna.csr({ rows: 2, columns: 3, indptr, indices, values });
 * const b = lacuna.dense({ rows: 3, columns: 2, data: lacuna.array("f32", [1, 2, 3, 4, 5, 6]) });
 * const out = lacuna.array("f32", 4);
 * lacuna.call("lacuna_dot_csr_dense", a, b, lacuna.denseMut({ rows: 2, columns: 2, data: out }));
 * out.view; // Float32Array [20, 32, 0, 0]
 * ```
 */

import { STATUS, STORAGE, TYPES, layout } from "./layout.mjs";
import { WasmArray, WasmStruct } from "./memory.mjs";

export * from "./layout.mjs";
export { WasmArray, WasmStruct };

/** @typedef {import("./layout.mjs").ElementType} ElementType */
/** @typedef {import("./layout.mjs").IndexType} IndexType */

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65536;
/** As many arrays as a call may take beside those of structs: more than any does. */
const MOST_ARRAYS = 12;
/** Room for the sentence of an error. */
const SENTENCE = 512;

/** A refused call: the sentence of `lacuna_error_text`, and the numbers of `lacuna_error`. */
export class LacunaError extends Error {
  /**
   * @param {string} message
   * @param {string} call The function that refused.
   * @param {Record<string, number | bigint>} numbers The fields of `lacuna_error`: BigInt where a Number would not be exact.
   */
  constructor(message, call, numbers) {
    super(message);
    this.name = "LacunaError";
    this.call = call;
    this.numbers = numbers;
    /** One of `STATUS`. */
    this.status = Number(numbers.status);
  }
}

/** A loaded module and its memory. */
export class Lacuna {
  #next;
  #bytes;
  #error;
  #arrays;
  #sentence;

  /** @param {WebAssembly.Instance} instance Of a module without imports that exports `memory` and `__heap_base`. */
  constructor(instance) {
    this.exports = /** @type {any} */ (instance.exports);
    /** @type {WebAssembly.Memory} */
    this.memory = this.exports.memory;
    this.#next = this.exports.__heap_base.value >>> 0;
    this.#error = this.struct("error");
    this.#arrays = Array.from({ length: MOST_ARRAYS }, () => this.struct("array"));
    this.#sentence = this.array("u8", SENTENCE);
    const version = this.exports.lacuna_version() >>> 0;
    const bytes = new Uint8Array(this.memory.buffer, version);
    /** The version of the library. */
    this.version = String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
  }

  /**
   * Loads a module from its bytes, or from where it is: over HTTP, or a `file:` URL in Node.js.
   * @param {URL | string | BufferSource | WebAssembly.Module} source
   */
  static async load(source) {
    return new Lacuna(await WebAssembly.instantiate(await compile(source)));
  }

  /** The memory as a DataView, as large as it is now. */
  get bytes() {
    if (this.#bytes?.buffer !== this.memory.buffer) this.#bytes = new DataView(this.memory.buffer);
    return this.#bytes;
  }

  /**
   * Takes memory, which then holds anything.
   * @param {number} size In bytes.
   * @param {number} alignment A power of two.
   * @returns {number} The address.
   */
  take(size, alignment = 16) {
    const start = Math.ceil(this.#next / alignment) * alignment;
    const missing = Math.ceil((start + size - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        this.memory.grow(missing);
      } catch {
        throw new RangeError(`${size} bytes are more than the module's memory can give: it has ${this.#next} in use, and 4 GiB at most`);
      }
    }
    this.#next = start + size;
    return start;
  }

  /** The present end of what is taken, for `release`. */
  mark() {
    return this.#next;
  }

  /**
   * Gives back everything taken since a mark. Arrays and structs from after it must not be used again.
   * @param {number} mark
   */
  release(mark) {
    if (!(mark <= this.#next)) throw new RangeError(`the mark ${mark} is above the end ${this.#next}`);
    this.#next = mark;
  }

  /**
   * An array of so many zeros, or of these numbers.
   * @param {ElementType} type
   * @param {number | ArrayLike<number | bigint>} content
   */
  array(type, content) {
    const length = typeof content === "number" ? content : content.length;
    const { bytes } = TYPES[type];
    const array = new WasmArray(this, type, this.take(length * bytes, Math.max(bytes, 8)), length);
    if (typeof content === "number") array.view.fill(type === "i64" || type === "u64" ? 0n : 0);
    else array.view.set(type === "i64" || type === "u64" ? Array.from(content, BigInt) : content);
    return array;
  }

  /**
   * The array that a pointer in a struct names.
   * @param {ElementType} type
   * @param {number} pointer
   * @param {number} length
   */
  arrayAt(type, pointer, length) {
    return new WasmArray(this, type, pointer, length);
  }

  /**
   * A struct of lacuna.h; fields that are not given are zero, but for the types of the arrays that are.
   * @param {string} name Such as `csr`.
   * @param {Record<string, any>} values
   */
  struct(name, values = {}) {
    const { bytes, alignment } = layout(name);
    const struct = new WasmStruct(this, name, this.take(bytes, alignment));
    new Uint8Array(this.memory.buffer, struct.pointer, bytes).fill(0);
    return struct.set(values);
  }

  /** @param {{ rows: number, columns: number, indptr: WasmArray, indices: WasmArray, values: WasmArray, trusted?: boolean }} csr */
  csr({ rows, columns, indptr, indices, values, trusted = false }) {
    return this.#csr("csr", rows, columns, indptr, indices, values, trusted);
  }

  /**
   * A csr that is checked here, and by no call that takes it: while its pattern stays as it is. Values may change. If the pattern changes, results are
   * unspecified, but no call touches memory outside of the arrays.
   * @param {{ rows: number, columns: number, indptr: WasmArray, indices: WasmArray, values: WasmArray }} csr
   */
  checkedCsr(csr) {
    const checked = this.csr({ ...csr, trusted: true });
    this.call("lacuna_check_csr", checked);
    return checked;
  }

  /** @param {{ rows: number, columns: number, indptr: WasmArray, indices: WasmArray, values: WasmArray, trusted?: boolean }} csr */
  csrMut({ rows, columns, indptr, indices, values, trusted = false }) {
    return this.#csr("csr_mut", rows, columns, indptr, indices, values, trusted);
  }

  #csr(kind, rows, columns, indptr, indices, values, trusted) {
    atLeast("indptr", indptr, rows + 1);
    atLeast("values", values, indices.length);
    const arrays = { indptr, indices, values };
    return this.struct(kind, { rows, columns, nnz: indices.length, ...arrays, trusted: Number(trusted) });
  }

  /** @param {{ rows: number, columns: number, data: WasmArray, stride?: number }} dense */
  dense({ rows, columns, data, stride = columns }) {
    return this.#dense("dense", rows, columns, data, stride);
  }

  /** @param {{ rows: number, columns: number, data: WasmArray, stride?: number }} dense */
  denseMut({ rows, columns, data, stride = columns }) {
    return this.#dense("dense_mut", rows, columns, data, stride);
  }

  #dense(kind, rows, columns, data, stride) {
    atLeast("data", data, rows && columns && (rows - 1) * stride + columns);
    return this.struct(kind, { rows, columns, stride, data });
  }

  /** @param {{ rows: number, rowLength: number, indices: WasmArray, data: WasmArray, trusted?: boolean }} rowSparse */
  rowSparse({ rows, rowLength, indices, data, trusted = false }) {
    return this.#rowSparse("row_sparse", rows, rowLength, indices, data, { trusted: Number(trusted) });
  }

  /** @param {{ rows: number, rowLength: number, indices: WasmArray, data: WasmArray, trusted?: boolean }} rowSparse */
  rowSparseMut({ rows, rowLength, indices, data, trusted = false }) {
    return this.#rowSparse("row_sparse_mut", rows, rowLength, indices, data, { trusted: Number(trusted) });
  }

  /**
   * A row_sparse weight or state, to be updated.
   * @param {{ rows: number, rowLength: number, indices: WasmArray, data: WasmArray, trusted?: boolean }} rowSparse
   */
  rowSparseRows({ rows, rowLength, indices, data, trusted = false }) {
    return this.#rowSparse("rows_mut", rows, rowLength, indices, data, { storage: STORAGE.ROW_SPARSE, trusted: Number(trusted) });
  }

  #rowSparse(kind, rows, rowLength, indices, data, more) {
    atLeast("data", data, indices.length * rowLength);
    const shape = { rows, row_length: rowLength, stored_rows: indices.length };
    return this.struct(kind, { ...shape, indices, data, ...more });
  }

  /**
   * A dense weight or state, to be updated.
   * @param {{ rows: number, rowLength: number, data: WasmArray, stride?: number }} dense
   */
  denseRows({ rows, rowLength, data, stride = rowLength }) {
    atLeast("data", data, rows && rowLength && (rows - 1) * stride + rowLength);
    return this.struct("rows_mut", { storage: STORAGE.DENSE, rows, row_length: rowLength, stride, data });
  }

  /**
   * Arrays for the plan of so many entries.
   * @param {IndexType} index
   * @param {number} entries
   */
  planBuffers(index, entries) {
    const [ids, rows, places, segments] = [entries, entries, entries, entries + 1].map((length) => this.array(index, length));
    const lengths = { ids_length: entries, segments_length: entries + 1, rows_length: entries, entries_length: entries };
    return this.struct("plan_buffers", { ids, segments, rows, entries: places, ...lengths });
  }

  /**
   * Scratch for the plan of so many entries.
   * @param {IndexType} index
   * @param {number} entries
   */
  planScratch(index, entries) {
    return this.scratch(this.size("lacuna_plan_scratch", TYPES[index].tag, entries));
  }

  /**
   * Memory that a call may use as it likes.
   * @param {number} bytes
   */
  scratch(bytes) {
    return new WasmArray(this, "bytes", this.take(bytes, 16), bytes);
  }

  #function(name) {
    const found = this.exports[name];
    if (typeof found !== "function") throw new TypeError(`this module has no ${name}`);
    return found;
  }

  /**
   * Calls a function that answers with a status. Structs are passed by address, so are arrays, as a `lacuna_array`; scratch and arrays of `size` as address and
   * length (in this ABI the one always follows the other), numbers as they are; the place of the error is added. The address of one value is its array's `pointer`.
   * @param {string} name As in lacuna.h.
   * @param {...(number | WasmArray | WasmStruct | null)} values
   * @throws {LacunaError} If the call is refused.
   */
  call(name, ...values) {
    const found = this.#function(name);
    let arrays = 0;
    const flat = values.flatMap((value) => {
      if (!(value instanceof WasmArray)) return value instanceof WasmStruct ? value.pointer : (value ?? 0);
      const { tag } = TYPES[value.type];
      if (tag === 0) return [value.pointer, value.length];
      if (arrays === MOST_ARRAYS) throw new TypeError(`${name} takes no more than ${MOST_ARRAYS} arrays`);
      const array = this.#arrays[arrays++];
      return array.set({ element_type: tag, length: value.length, data: value }).pointer;
    });
    if (flat.length + 1 !== found.length) throw new TypeError(`${name} takes ${found.length - 1} arguments before its error, not ${flat.length}`);
    const status = found(...flat, this.#error.pointer);
    if (status !== STATUS.OK) throw this.#refusal(name, status);
  }

  /**
   * Calls a function that answers with a size.
   * @param {string} name
   * @param {...number} values
   */
  size(name, ...values) {
    return this.#function(name)(...values) >>> 0;
  }

  #refusal(name, status) {
    const error = this.#error;
    // Where an array lies over it, nothing is written there.
    if (error.get("status") !== status) return new LacunaError(`${name}: status ${status}`, name, { status });
    const length = this.size("lacuna_error_text", error.pointer, this.#sentence.pointer, SENTENCE);
    const text = String.fromCharCode(...this.#sentence.view.subarray(0, Math.min(length, SENTENCE - 1)));
    const narrow = (number) => (typeof number === "bigint" && BigInt.asIntN(53, number) === number ? Number(number) : number);
    const numbers = Object.fromEntries([...error.layout.fields.keys()].map((field) => [field, narrow(error.get(field))]));
    error.set({ status: STATUS.OK });
    return new LacunaError(`${name}: ${text}`, name, numbers);
  }
}

function atLeast(name, array, length) {
  if (array.length < length) throw new RangeError(`${name} has ${array.length} elements, needs ${length}`);
}

/** @returns {Promise<WebAssembly.Module>} */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== "string" && !(source instanceof URL)) return WebAssembly.compile(source);
  const url = new URL(source, globalThis.location?.href);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: the server answers ${response.status} ${response.statusText}`);
  // A server that does not know the type of .wasm files.
  const known = response.headers.get("content-type") === "application/wasm";
  return known ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
