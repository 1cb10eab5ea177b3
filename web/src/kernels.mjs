/**
 * All kernels of Lacuna: the C ABI (`lacuna.h`), compiled to WebAssembly, for Node.js and browsers.
 *
 * Arrays live in the module's memory and are read and written through typed arrays, without copies. Their memory is given back after they are not used any more.
 *
 * ```js
 * const kernels = await Kernels.load();
 * const [indptr, indices, values] = [kernels.array("i32", [0, 2, 2]), kernels.array("i32", [0, 2]), kernels.array("f32", [10, 2])];
 * const a = kernels.csr({ rows: 2, columns: 3, indptr, indices, values });
 * const b = kernels.dense({ rows: 3, columns: 2, data: kernels.array("f32", [1, 2, 3, 4, 5, 6]) });
 * const out = kernels.array("f32", 4);
 * kernels.call("lacuna_dot_csr_dense", a, b, kernels.denseMut({ rows: 2, columns: 2, data: out }));
 * out.view; // Float32Array [20, 32, 0, 0]
 * ```
 */

import { WasmArray, WasmStruct } from "./arrays.mjs";
import { Heap } from "./heap.mjs";
import { STATUS, STORAGE, TYPES, layout } from "./layout.mjs";
import { hasSimd, moduleOf } from "./module.mjs";

export * from "./layout.mjs";
export { WasmArray, WasmStruct };

/** @typedef {import("./layout.mjs").ElementType} ElementType */
/** @typedef {import("./layout.mjs").IndexType} IndexType */

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
export class Kernels {
  #heap;
  #bytes;
  #error;
  #arrays;
  #sentence;
  /** Gives back the memory of what is not used any more. */
  #registry = new FinalizationRegistry((pointer) => this.#heap.give(pointer));

  /** @param {WebAssembly.Instance} instance Of a module without imports that exports `memory` and `__heap_base`. */
  constructor(instance) {
    this.exports = /** @type {any} */ (instance.exports);
    /** @type {WebAssembly.Memory} */
    this.memory = this.exports.memory;
    this.#heap = new Heap(this.memory, this.exports.__heap_base.value >>> 0);
    this.#error = this.struct("error");
    this.#arrays = Array.from({ length: MOST_ARRAYS }, () => this.struct("array"));
    this.#sentence = this.array("u8", SENTENCE);
    const version = this.exports.lacuna_version() >>> 0;
    const bytes = new Uint8Array(this.memory.buffer, version);
    /** The version of the library. */
    this.version = String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
  }

  /**
   * Loads all kernels, for engines with SIMD, or a module with some of them.
   * @param {import("./module.mjs").Source} [source]
   */
  static async load(source) {
    if (!source && !hasSimd()) throw new Error("this engine has no SIMD, for which all kernels are built");
    return new Kernels(await WebAssembly.instantiate(await moduleOf(source ?? new URL("./wasm/kernels.wasm", import.meta.url))));
  }

  /** The memory as a DataView, as large as it is now. */
  get bytes() {
    if (this.#bytes?.buffer !== this.memory.buffer) this.#bytes = new DataView(this.memory.buffer);
    return this.#bytes;
  }

  /** Bytes of memory that arrays and structs have. */
  get inUse() {
    return this.#heap.inUse;
  }

  /** Has its memory given back when nothing uses it any more. */
  #owned(item) {
    this.#registry.register(item, item.pointer, item);
    return item;
  }

  /**
   * Gives the memory of an array or struct back: `free` of these.
   * @param {WasmArray | WasmStruct} item
   */
  give(item) {
    this.#heap.give(item.pointer);
    this.#registry.unregister(item);
  }

  /**
   * An array of so many zeros, or of these numbers.
   * @param {ElementType} type
   * @param {number | ArrayLike<number | bigint>} content
   */
  array(type, content) {
    const length = typeof content === "number" ? content : content.length;
    const array = this.#owned(new WasmArray(this, type, this.#heap.take(length * TYPES[type].bytes), length));
    if (typeof content === "number") array.view.fill(type === "i64" || type === "u64" ? 0n : 0);
    else array.view.set(type === "i64" || type === "u64" ? Array.from(content, BigInt) : content);
    return array;
  }

  /**
   * The array that a pointer in a struct names.
   * @param {ElementType} type
   * @param {number} pointer
   * @param {number} length
   * @param {object} [owner] The struct, or the array that it lies in: it stays while this does.
   */
  arrayAt(type, pointer, length, owner = this) {
    return new WasmArray(this, type, pointer, length, owner);
  }

  /**
   * A struct of lacuna.h; fields that are not given are zero, but for the types of the arrays that are.
   * @param {string} name Such as `csr`.
   * @param {Record<string, any>} values
   */
  struct(name, values = {}) {
    const { bytes } = layout(name);
    const struct = this.#owned(new WasmStruct(this, name, this.#heap.take(bytes)));
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
    return this.#owned(new WasmArray(this, "bytes", this.#heap.take(bytes), bytes));
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
    const structs = values.flatMap((value) => (value instanceof WasmStruct && value.layout.views ? [/** @type {const} */ ([value, value.pointers])] : []));
    if (flat.length + 1 !== found.length) throw new TypeError(`${name} takes ${found.length - 1} arguments before its error, not ${flat.length}`);
    const status = found(...flat, this.#error.pointer);
    if (status !== STATUS.OK) throw this.#refusal(name, status);
    // What a call has made of its other arguments, as a plan of buffers, keeps them.
    for (const [struct, before] of structs) {
      if (struct.pointers.some((pointer, place) => pointer !== before[place])) struct.keep(values);
    }
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
