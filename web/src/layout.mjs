/** The structs and constants of lacuna.h, and where the fields of a struct lie on wasm32. */

/** @typedef {"f32" | "f64" | "f16" | "bf16" | "i32" | "i64" | "u8" | "i8"} ValueType */
/** @typedef {"i32" | "i64" | "u32"} IndexType */
/** @typedef {ValueType | IndexType | "u64" | "size" | "bytes"} ElementType `bytes` are scratch: memory of no type. */

/**
 * The fields of hyper-parameters: those that all rules share, and a rule's own ones.
 * @param {...string} own
 */
function hyper(...own) {
  const names = ["learning_rate", ...own, "weight_decay", "rescale_gradient", "clip_gradient"];
  return { ...Object.fromEntries(names.map((name) => [name, "f64"])), clips: "u32", update: "u32" };
}

const VALUES = { value_type: "u32" };
const INDICES = { index_type: "u32" };
const BOTH = { ...VALUES, ...INDICES };
const CSR = { ...BOTH, trusted: "u32", rows: "size", columns: "size", nnz: "size", indptr: "*I", indices: "*I", values: "*V" };
const DENSE = { ...VALUES, rows: "size", columns: "size", stride: "size", data: "*V" };
const ROW_SPARSE = {
  ...BOTH, trusted: "u32", rows: "size", row_length: "size", stored_rows: "size", first_row: "size", indices: "*I", data: "*V",
};
const ROWS = { rows: "size", row_length: "size", stride: "size", stored_rows: "size", first_row: "size", indices: "*I", data: "*V" };
const ARRAY = { element_type: "u32", length: "size", data: "*E" };

/**
 * The structs of lacuna.h: their fields in order. `*V`, `*I` and `*E` are pointers to the type that `value_type`, `index_type` and `element_type` name.
 * @type {Record<string, Record<string, string>>}
 */
export const STRUCTS = {
  csr: CSR,
  csr_mut: CSR,
  dense: DENSE,
  dense_mut: DENSE,
  row_sparse: ROW_SPARSE,
  row_sparse_mut: ROW_SPARSE,
  rows_mut: { ...BOTH, storage: "u32", trusted: "u32", ...ROWS },
  broadcast: { ...BOTH, form: "u32", trusted: "u32", ...ROWS },
  plan: {
    ...INDICES, trusted: "u32", stored_rows: "size", terms: "size", values: "size", operand_rows: "size", output_rows: "size", first_row: "size",
    ids: "*I", segments: "*I", rows: "*I", entries: "*I",
  },
  block_ends: {
    ...INDICES, trusted: "u32", columns: "*I", columns_length: "size", entries: "*I", entries_length: "size",
    matrix_rows: "size", matrix_columns: "size", matrix_nnz: "size",
  },
  sell_plan: {
    ...INDICES, transposed: "u32", rows: "size", columns: "size", nnz: "size", memory: "*I", memory_length: "size", entries: "*I",
  },
  plan_buffers: {
    ...INDICES, ids: "*I", ids_length: "size", segments: "*I", segments_length: "size", rows: "*I", rows_length: "size", entries: "*I", entries_length: "size",
  },
  array: ARRAY,
  array_mut: ARRAY,
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
  error: { status: "i32", argument: "u32", operand: "u32", fault: "u32", row: "i64", entry: "i64", expected: "i64", found: "i64", other_argument: "u32", other_operand: "u32" },
};

/** What `lacuna_error.status`, `.operand` and `.fault` mean, and the choices of `rows_mut.storage` and of hyper-parameters, as in lacuna.h. */
export const STATUS = {
  OK: 0, NULL_POINTER: 1, MISALIGNED_POINTER: 2, LENGTH_OVERFLOW: 3, OVERLAP: 4, INVALID_CHOICE: 5, TOO_MANY_ARRAYS: 6, TYPE: 7, NOT_BUILT: 8,
  CSR_SHAPE: 10, CSR_INDPTR: 11, CSR_INDICES: 12, ROW_SPARSE_SHAPE: 13, ROW_SPARSE_INDICES: 14, DENSE_SHAPE: 15, DIMENSION: 16, DENSE_STRIDE: 17, SHAPE: 20, CAPACITY: 21, IDS: 22, MISSING_ROW: 23,
  PATTERN: 24, RANGE: 25, INDEX: 26, PARAMETER: 27,
  LEVEL_UNAVAILABLE: 30, UNKNOWN_OPERATOR: 40, OPERATOR_PARAMETER: 41, OPERATOR_INPUTS: 42, OPERATOR_OUTPUTS: 43, NOT_IMPLEMENTED: 44, OTHER: 99,
};
export const OPERAND = {
  NONE: 0, INDPTR: 1, INDICES: 2, VALUES: 3, DATA: 4, LEFT: 5, RIGHT: 6, OUTPUT: 7, INPUT: 8, IDS: 9, PLAN: 10, GRADIENT: 11, WEIGHT: 12, SCRATCH: 13,
  SEGMENTS: 14, ROWS: 15, ENTRIES: 16, COLUMNS: 17, STRUCT: 18, STATE: 32,
};
export const FAULT = {
  NONE: 0, NEGATIVE: 1, TOO_LARGE: 2, NOT_ASCENDING: 3, START: 4, DECREASING: 5, END: 6, ROWS: 7, COLUMNS: 8, ELEMENTS: 9, BEFORE_FIRST: 10,
  CLIP_GRADIENT: 11, HIGH: 12, PROBABILITY: 13, DEVIATION: 14, CLIP_WEIGHTS: 15,
};
/** What `value_type`, `index_type` and `element_type` hold. */
export const TYPE = { F32: 1, F64: 2, F16: 3, BF16: 4, I8: 5, U8: 6, I32: 7, I64: 8, U32: 9 };
export const FORM = { DENSE: 0, ROW_SPARSE: 1, ROW: 2, COLUMN: 3, SCALAR: 4 };
export const STORAGE = { DENSE: 0, ROW_SPARSE: 1 };
export const UPDATE = { LAZY: 0, STANDARD: 1 };

/**
 * Bytes of each type on wasm32, which are its alignment too, its typed array, and the `lacuna_type` of those that have one. A pointer is a `size`. JavaScript has no numbers of 16 bits: an array of
 * `f16` or `bf16` shows their bits, which `lacuna_cast_cast` makes from other numbers.
 */
export const TYPES = {
  u8: { bytes: 1, array: Uint8Array, read: "getUint8", write: "setUint8", tag: TYPE.U8 },
  i8: { bytes: 1, array: Int8Array, read: "getInt8", write: "setInt8", tag: TYPE.I8 },
  f16: { bytes: 2, array: Uint16Array, read: "getUint16", write: "setUint16", tag: TYPE.F16 },
  bf16: { bytes: 2, array: Uint16Array, read: "getUint16", write: "setUint16", tag: TYPE.BF16 },
  i32: { bytes: 4, array: Int32Array, read: "getInt32", write: "setInt32", tag: TYPE.I32 },
  u32: { bytes: 4, array: Uint32Array, read: "getUint32", write: "setUint32", tag: TYPE.U32 },
  f32: { bytes: 4, array: Float32Array, read: "getFloat32", write: "setFloat32", tag: TYPE.F32 },
  i64: { bytes: 8, array: BigInt64Array, read: "getBigInt64", write: "setBigInt64", tag: TYPE.I64 },
  f64: { bytes: 8, array: Float64Array, read: "getFloat64", write: "setFloat64", tag: TYPE.F64 },
  u64: { bytes: 8, array: BigUint64Array, read: "getBigUint64", write: "setBigUint64", tag: 0 },
  size: { bytes: 4, array: Uint32Array, read: "getUint32", write: "setUint32", tag: 0 },
  bytes: { bytes: 1, array: Uint8Array, read: "getUint8", write: "setUint8", tag: 0 },
};

/**
 * @typedef {object} Field
 * @property {number} offset From the start of the struct, in bytes.
 * @property {keyof typeof TYPES} type
 * @property {string | undefined} target Of a pointer, the field that names the type of what it points to.
 */
/**
 * @typedef {object} Layout
 * @property {number} bytes
 * @property {number} alignment
 * @property {Map<string, Field>} fields
 * @property {number[] | undefined} views The offsets of pointers, if there are any.
 */

const TARGETS = { "*V": "value_type", "*I": "index_type", "*E": "element_type" };

/** @type {Map<string, Layout>} */
const layouts = new Map();

/**
 * Where the fields of a struct lie, by the rules of C: `csr`, `dense`, `error`, ...
 * @param {string} name Without the prefix `lacuna_`.
 * @returns {Layout}
 */
export function layout(name) {
  const known = layouts.get(name);
  if (known) return known;
  if (!Object.hasOwn(STRUCTS, name)) throw new TypeError(`lacuna.h has no struct lacuna_${name}`);
  /** @type {Map<string, Field>} */
  const fields = new Map();
  let [end, alignment] = [0, 1];
  for (const [field, declared] of Object.entries(STRUCTS[name])) {
    const target = TARGETS[declared];
    const type = target ? "size" : /** @type {ElementType} */ (declared);
    const { bytes } = TYPES[type];
    const offset = Math.ceil(end / bytes) * bytes;
    [end, alignment] = [offset + bytes, Math.max(alignment, bytes)];
    fields.set(field, { offset, type, target });
  }
  const pointers = [...fields.values()].flatMap(({ offset, target }) => (target ? [offset] : []));
  const found = { bytes: Math.ceil(end / alignment) * alignment, alignment, fields, views: pointers.length > 0 ? pointers : undefined };
  layouts.set(name, found);
  return found;
}
