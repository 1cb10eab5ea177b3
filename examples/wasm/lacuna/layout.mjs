/** The structs and constants of lacuna.h, and where the fields of a struct lie on wasm32. */

/** @typedef {"f32" | "f64" | "f16" | "bf16" | "i32" | "i64" | "u8" | "i8"} ValueType */
/** @typedef {"i32" | "i64" | "u32"} IndexType */
/** @typedef {ValueType | IndexType | "u64" | "size"} ElementType */

/**
 * The fields of hyper-parameters: those that all rules share, and a rule's own ones.
 * @param {...string} own
 */
function hyper(...own) {
  const names = ["learning_rate", ...own, "weight_decay", "rescale_gradient", "clip_gradient"];
  return { ...Object.fromEntries(names.map((name) => [name, "V"])), clips: "u32", update: "u32" };
}

/**
 * The structs of lacuna.h: their fields in order. `V` is the value type and `I` the index type of the struct's name; `*` is a pointer.
 * @type {Record<string, Record<string, string>>}
 */
export const STRUCTS = {
  csr: { rows: "size", columns: "size", nnz: "size", indptr: "*I", indices: "*I", values: "*V", trusted: "u32" },
  csr_mut: { rows: "size", columns: "size", nnz: "size", indptr: "*I", indices: "*I", values: "*V", trusted: "u32" },
  dense: { rows: "size", columns: "size", stride: "size", data: "*V" },
  dense_mut: { rows: "size", columns: "size", stride: "size", data: "*V" },
  row_sparse: { rows: "size", row_length: "size", stored_rows: "size", first_row: "size", indices: "*I", data: "*V", trusted: "u32" },
  row_sparse_mut: { rows: "size", row_length: "size", stored_rows: "size", first_row: "size", indices: "*I", data: "*V", trusted: "u32" },
  rows_mut: {
    storage: "u32", trusted: "u32", rows: "size", row_length: "size", stride: "size", stored_rows: "size", first_row: "size", indices: "*I", data: "*V",
  },
  plan: {
    stored_rows: "size", terms: "size", values: "size", operand_rows: "size", output_rows: "size", first_row: "size",
    ids: "*I", segments: "*I", rows: "*I", entries: "*I", trusted: "u32",
  },
  block_ends: {
    columns: "*I", columns_length: "size", entries: "*I", entries_length: "size", matrix_rows: "size", matrix_columns: "size", matrix_nnz: "size",
    trusted: "u32",
  },
  sliced_plan: { rows: "size", columns: "size", nnz: "size", memory: "*I", memory_length: "size", entries: "*I", transposed: "u32" },
  plan_buffers: {
    ids: "*I", ids_length: "size", segments: "*I", segments_length: "size", rows: "*I", rows_length: "size", entries: "*I", entries_length: "size",
  },
  broadcast: {
    form: "u32", trusted: "u32", rows: "size", row_length: "size", stride: "size", stored_rows: "size", first_row: "size", indices: "*I", data: "*V",
  },
  stream: { seed: "u64", stream: "u64", first: "u64" },
  sgd: hyper(),
  sgd_momentum: hyper("momentum"),
  nag: hyper("momentum"),
  adagrad: hyper("epsilon"),
  adagrad_l2: hyper("epsilon"),
  adadelta: hyper("rho", "epsilon"),
  rmsprop: hyper("rho", "epsilon", "clip_weights"),
  rmsprop_centered: hyper("rho", "momentum", "epsilon", "clip_weights"),
  adam: hyper("beta1", "beta2", "epsilon"),
  adamw: hyper("beta1", "beta2", "epsilon", "eta"),
  adamax: hyper("beta1", "beta2"),
  nadam: hyper("beta1", "beta2", "epsilon", "gradient_share", "mean_share", "correction2"),
  ftml: hyper("beta1", "beta2", "epsilon", "correction1", "correction2"),
  ftrl: hyper("lambda1", "beta"),
  sign_sgd: hyper(),
  signum: hyper("momentum", "decoupled_decay"),
  lamb_direction: hyper("beta1", "beta2", "epsilon", "correction1", "correction2"),
  group_adagrad: hyper("epsilon"),
  row_adagrad: hyper("epsilon"),
  row_rmsprop: hyper("rho", "epsilon"),
  row_adam: hyper("beta1", "beta2", "epsilon", "correction1", "correction2"),
  row_lamb: hyper("beta1", "beta2", "epsilon", "correction1", "correction2"),
  lamb: hyper("beta1", "beta2", "epsilon", "correction1", "correction2", "lower_bound", "upper_bound"),
  lars: hyper("momentum", "eta", "epsilon"),
  error: { status: "i32", argument: "u32", operand: "u32", fault: "u32", row: "i64", entry: "i64", expected: "i64", found: "i64" },
};

/** What `lacuna_error.status`, `.operand` and `.fault` mean, and the choices of `rows_mut.storage` and of hyper-parameters, as in lacuna.h. */
export const STATUS = {
  OK: 0, NULL_POINTER: 1, MISALIGNED_POINTER: 2, LENGTH_OVERFLOW: 3, OVERLAP: 4, INVALID_CHOICE: 5, TOO_MANY_ARRAYS: 6, CSR_SHAPE: 10, CSR_INDPTR: 11, CSR_INDICES: 12,
  ROW_SPARSE_SHAPE: 13, ROW_SPARSE_INDICES: 14, DENSE_SHAPE: 15, DIMENSION: 16, DENSE_STRIDE: 17, SHAPE: 20, CAPACITY: 21, IDS: 22, MISSING_ROW: 23,
  PATTERN: 24, RANGE: 25, INDEX: 26, PARAMETER: 27,
  LEVEL_UNAVAILABLE: 30, UNKNOWN_OPERATOR: 40, OPERATOR_PARAMETER: 41, OPERATOR_INPUTS: 42, OPERATOR_OUTPUTS: 43, NOT_IMPLEMENTED: 44, OTHER: 99,
};
export const OPERAND = {
  NONE: 0, INDPTR: 1, INDICES: 2, VALUES: 3, DATA: 4, LEFT: 5, RIGHT: 6, OUTPUT: 7, INPUT: 8, IDS: 9, PLAN: 10, GRADIENT: 11, WEIGHT: 12, SCRATCH: 13,
  STATE: 32,
};
export const FAULT = {
  NONE: 0, NEGATIVE: 1, TOO_LARGE: 2, NOT_ASCENDING: 3, START: 4, DECREASING: 5, END: 6, ROWS: 7, COLUMNS: 8, ELEMENTS: 9, BEFORE_FIRST: 10,
  CLIP_GRADIENT: 11, HIGH: 12, PROBABILITY: 13, DEVIATION: 14,
};
export const FORM = { DENSE: 0, ROW_SPARSE: 1, ROW: 2, COLUMN: 3, SCALAR: 4 };
export const STORAGE = { DENSE: 0, ROW_SPARSE: 1 };
export const UPDATE = { LAZY: 0, STANDARD: 1 };

/**
 * Bytes of each type on wasm32, which are its alignment too, and its typed array. A pointer is a `size`. JavaScript has no numbers of 16 bits: an array of `f16` or `bf16` shows their bits, which
 * `lacuna_cast_cast_f32_f16` and its siblings make from other numbers.
 */
export const TYPES = {
  u8: { bytes: 1, array: Uint8Array, read: "getUint8", write: "setUint8" },
  i8: { bytes: 1, array: Int8Array, read: "getInt8", write: "setInt8" },
  f16: { bytes: 2, array: Uint16Array, read: "getUint16", write: "setUint16" },
  bf16: { bytes: 2, array: Uint16Array, read: "getUint16", write: "setUint16" },
  i32: { bytes: 4, array: Int32Array, read: "getInt32", write: "setInt32" },
  u32: { bytes: 4, array: Uint32Array, read: "getUint32", write: "setUint32" },
  size: { bytes: 4, array: Uint32Array, read: "getUint32", write: "setUint32" },
  f32: { bytes: 4, array: Float32Array, read: "getFloat32", write: "setFloat32" },
  i64: { bytes: 8, array: BigInt64Array, read: "getBigInt64", write: "setBigInt64" },
  u64: { bytes: 8, array: BigUint64Array, read: "getBigUint64", write: "setBigUint64" },
  f64: { bytes: 8, array: Float64Array, read: "getFloat64", write: "setFloat64" },
};

/**
 * @typedef {object} Field
 * @property {number} offset From the start of the struct, in bytes.
 * @property {keyof typeof TYPES} type
 * @property {ElementType | undefined} target What a pointer points to.
 */
/** @typedef {{ bytes: number, alignment: number, fields: Map<string, Field> }} Layout */

/** @type {Map<string, Layout>} */
const layouts = new Map();

/**
 * Where the fields of a struct lie, by the rules of C: `csr_f32_i32`, `dense_f64`, `error`, ...
 * @param {string} name Without the prefix `lacuna_`.
 * @returns {Layout}
 */
export function layout(name) {
  const known = layouts.get(name);
  if (known) return known;
  const [base, value, index] = typesOf(name) ?? [];
  if (!base) throw new TypeError(`lacuna.h has no struct lacuna_${name}`);
  /** @type {Map<string, Field>} */
  const fields = new Map();
  let [end, alignment] = [0, 1];
  for (const [field, declared] of Object.entries(STRUCTS[base])) {
    const type = declared.replace("V", value).replace("I", index);
    const [own, target] = /** @type {ElementType[]} */ (type.startsWith("*") ? ["size", type.slice(1)] : [type]);
    const { bytes } = TYPES[own];
    const offset = Math.ceil(end / bytes) * bytes;
    [end, alignment] = [offset + bytes, Math.max(alignment, bytes)];
    fields.set(field, { offset, type: own, target });
  }
  const found = { bytes: Math.ceil(end / alignment) * alignment, alignment, fields };
  layouts.set(name, found);
  return found;
}

const VALUES = "f32|f64|f16|bf16|i32|i64|u8|i8";
const INDICES = "i32|i64|u32";

/**
 * A struct's name without its types, its value type and its index type: only those that its fields have are part of the name.
 * @param {string} name
 * @returns {[string, string, string] | undefined}
 */
function typesOf(name) {
  for (const [base, fields] of Object.entries(STRUCTS)) {
    const types = Object.values(fields);
    const part = (letter, names) => (types.some((type) => type.replace("*", "") === letter) ? `_(${names})` : "()");
    const found = new RegExp(`^${base}${part("V", VALUES)}${part("I", INDICES)}$`).exec(name);
    if (found) return [base, found[1], found[2]];
  }
  return undefined;
}
