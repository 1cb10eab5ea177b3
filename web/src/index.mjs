/**
 * Predictions of models that Lacuna has trained, and LibSVM text, in browsers and in Node.js: the bits of `lacuna predict`.
 *
 * All kernels: `lacuna-sparse/kernels`.
 */
import { bytesOf, hasSimd, moduleOf } from "./module.mjs";
import { readSafetensors } from "./safetensors.mjs";
import initLinear, { Linear32, Linear64 } from "./wasm/linear.js";
import initText, { ReadOptions, Rows32, Rows64 } from "./wasm/text.js";

/** @typedef {import("./module.mjs").Source} Source */
/** @typedef {Float32Array | Float64Array} Numbers */

/** Loads a part once. Both addresses stand here in full, so that bundlers find the files. */
const once = (init, wide, plain) => {
  let loaded;
  return () => (loaded ??= moduleOf(hasSimd() ? wide() : plain()).then((module) => init({ module_or_path: module })));
};
const loadLinear = once(
  initLinear,
  () => new URL("./wasm/linear.simd.wasm", import.meta.url),
  () => new URL("./wasm/linear.wasm", import.meta.url),
);
const loadText = once(
  initText,
  () => new URL("./wasm/text.simd.wasm", import.meta.url),
  () => new URL("./wasm/text.wasm", import.meta.url),
);

/** Rows of a sparse matrix: row `r` has the entries `indptr[r]` to before `indptr[r + 1]` of `indices`, which ascend, and of `values`. */
export class Csr {
  /**
   * @param {object} parts What is wrong with them is told where they are used.
   * @param {number} parts.columns
   * @param {Int32Array} parts.indptr One number more than there are rows.
   * @param {Int32Array} parts.indices From 0.
   * @param {Numbers} parts.values
   */
  constructor({ columns, indptr, indices, values }) {
    this.columns = columns;
    this.indptr = indptr;
    this.indices = indices;
    this.values = values;
  }

  get rows() {
    return this.indptr.length - 1;
  }

  /**
   * Rows that are lists of features and values, in any order. Values are rounded to f32.
   * @param {Iterable<Iterable<readonly [number, number]>>} rows Such as `[[[0, 1], [7, 0.5]], []]`, or one `Map` for each row.
   * @param {number} columns
   */
  static fromRows(rows, columns) {
    const [indptr, indices, values] = [[0], /** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    for (const row of rows) {
      const sorted = [...row].sort(([a], [b]) => a - b);
      for (const [index, value] of sorted) {
        if (!Number.isInteger(index)) throw new RangeError(`row ${indptr.length - 1}: ${index} is no column`);
        indices.push(index);
        values.push(value);
      }
      indptr.push(indices.length);
    }
    return new Csr({ columns, indptr: Int32Array.from(indptr), indices: Int32Array.from(indices), values: Float32Array.from(values) });
  }
}

/**
 * @typedef {object} LinearParts
 * @property {number} features
 * @property {Numbers} weight Features x outputs.
 * @property {Numbers} bias One number for each output.
 * @property {"identity" | "sigmoid" | "one-against-rest" | "softmax"} link How outputs become predictions.
 * @property {number[]} [classes] Labels of the classes, if it classifies.
 * @property {0 | 1} [indexBase] The number that text gives to its first feature.
 * @property {any} [form] How text tells its features.
 * @property {boolean} [second] Of its two outputs, `scores` gives the second.
 */

/** A linear model: of `lacuna train linear`, `classify` and `linear-classification`, of the Python estimators, or of numbers from elsewhere. */
export class LinearModel {
  #model;
  #link;
  #outputs;
  #second;

  /**
   * Numbers from anywhere. `LinearModel.load` must have been awaited.
   * @param {LinearParts} parts
   */
  constructor({ features, weight, bias, link, classes, indexBase, form, second = false }) {
    const doubles = weight instanceof Float64Array;
    this.#model = doubles ? new Linear64(features, weight, Float64Array.from(bias), link) : new Linear32(features, weight, Float32Array.from(bias), link);
    this.#link = link;
    this.#outputs = bias.length;
    this.#second = second;
    /** Columns of the rows. */
    this.features = features;
    /** The type of its numbers. */
    this.dtype = /** @type {"f32" | "f64"} */ (doubles ? "f64" : "f32");
    /** Labels of the classes; undefined for a regression. */
    this.classes = classes;
    /** For `readLibsvm`. */
    this.indexBase = indexBase;
    /** For `readLibsvm`. */
    this.form = form;
  }

  /** Loads what the constructor needs. */
  static async load() {
    await loadLinear();
  }

  /**
   * The model of a file that a program, or an estimator's `save`, has written.
   * @param {Source} source
   */
  static async fromSafetensors(source) {
    const [bytes] = await Promise.all([bytesOf(source), loadLinear()]);
    const name = typeof source === "string" || source instanceof URL ? String(source) : "the model";
    return new LinearModel(partsOf(bytes, name));
  }

  /**
   * What `lacuna predict` prints, a row after another: of two classes the probability of the second, of several a number for each, else a score.
   * @param {Csr} rows
   * @returns {Numbers}
   */
  scores(rows) {
    const all = this.#apply(rows);
    return this.#second ? all.filter((_, place) => place % 2 === 1) : all;
  }

  #apply({ columns, indptr, indices, values }) {
    const Type = this.dtype === "f64" ? Float64Array : Float32Array;
    const converted = values instanceof Type ? values : Type.from(values);
    return /** @type {any} */ (this.#model).predict(columns, indptr, indices, converted);
  }

  /**
   * The probability of each class, a row after another, in the order of `classes`.
   * @param {Csr} rows
   * @returns {Numbers}
   */
  predictProba(rows) {
    if (!this.classes || this.#link === "identity") throw new TypeError("this model has no probabilities: it gives scores");
    const all = this.#apply(rows);
    if (this.#outputs > 1) return all;
    const both = new /** @type {any} */ (all).constructor(2 * all.length);
    all.forEach((probability, row) => both.set([1 - probability, probability], 2 * row));
    return both;
  }

  /**
   * The label of each row's most probable class, the first of equal ones; of a regression the number.
   * @param {Csr} rows
   * @returns {Numbers}
   */
  predict(rows) {
    const [all, { classes }] = [this.#apply(rows), this];
    if (!classes) return all;
    if (this.#outputs === 1) {
      const limit = this.#link === "identity" ? 0 : 0.5;
      return all.map((score) => classes[Number(score > limit)]);
    }
    const labels = new /** @type {any} */ (all).constructor(all.length / this.#outputs);
    return labels.map((_, row) => {
      const own = all.subarray(row * this.#outputs, (row + 1) * this.#outputs);
      return classes[own.reduce((best, score, place) => (score > own[best] ? place : best), 0)];
    });
  }

  /** Gives its memory back at once. Without it, that happens some time after the model is not used any more. */
  free() {
    this.#model.free();
  }
}

const LINKS = { two: "sigmoid", softmax: "softmax", "one-against-rest": "one-against-rest", regression: "identity" };

/**
 * @param {Uint8Array} bytes
 * @param {string} name
 * @returns {LinearParts}
 */
function partsOf(bytes, name) {
  const { metadata, tensors } = readSafetensors(bytes, name);
  const [weight, bias] = [tensors.get("weight"), tensors.get("bias")];
  const known = ["lacuna_train_classify", "lacuna_train_linear", "lacuna_model"].find((key) => key in metadata);
  if (!known) throw new Error(`${name}: its metadata name no model of Lacuna`);
  const saved = JSON.parse(metadata[known]);
  const settings = saved.settings ?? saved;
  const kind = settings.ffm ? "ffm" : (saved.kind ?? known.replace("lacuna_train_", ""));
  if (!["classify", "linear", "linear-classification"].includes(kind)) throw new Error(`${name}: a model of the kind ${kind}, which is not linear`);
  if (!weight || !bias || weight.shape.length !== 2) throw new Error(`${name}: it has no weight of two dimensions and a bias`);
  if (tensors.has("weight_seen")) throw new Error(`${name}: it was saved inside a pass; finish that with \`lacuna train classify --load\``);
  const parts = { features: weight.shape[0], weight: weight.data, bias: bias.data, indexBase: baseOf(settings.index_base ?? saved.index_base), form: settings.form };
  if (kind === "linear") return { ...parts, link: "identity" };
  if (kind === "linear-classification") return { ...parts, link: "softmax", classes: [0, 1], second: true };
  const { loss = "logistic", classes = "two", labels } = settings;
  const link = loss === "logistic" ? LINKS[classes] : "identity";
  return { ...parts, link, classes: classes === "regression" ? undefined : classes === "two" ? [0, 1] : labels };
}

/** @returns {0 | 1 | undefined} */
function baseOf(base) {
  return base === "one" ? 1 : base === "zero" ? 0 : undefined;
}

/** What is wrong with a text, and where. */
export class LibsvmError extends Error {
  /**
   * @param {string} message
   * @param {string} file
   */
  constructor(message, file) {
    super(message);
    this.name = "LibsvmError";
    const place = message.startsWith(`${file}:`) ? /^:(\d+):(\d+): /.exec(message.slice(file.length)) : null;
    /** Line and column, from 1; columns are bytes. Undefined if it is not about a line. */
    this.line = place ? Number(place[1]) : undefined;
    this.column = place ? Number(place[2]) : undefined;
  }
}

/**
 * @typedef {object} LibsvmOptions
 * @property {string} [name] Stands in errors.
 * @property {0 | 1} [base] The number of the first feature. Without it, 1 if feature 0 never occurs.
 * @property {number} [features] Columns of the matrix. Without it, as many as occur.
 * @property {"f32" | "f64"} [dtype] Of values and labels.
 * @property {boolean} [unlabelled] Lines begin with a feature; labels are 0.
 * @property {boolean} [sortRows] Take features of a row in any order.
 * @property {boolean} [sumDuplicates] Add the values of a feature that a row repeats.
 * @property {boolean} [ignoreWeights] Read `label:weight` as the label.
 * @property {"plain" | { fields: { fields: number } } | { names: { bits: number } } | { vw: { bits: number, pairs: [number, number][] } }} [form] How a line tells its features, as in a model's file.
 */

/**
 * LibSVM text, as `lacuna` reads it: all numbers are rounded once.
 * @param {Source} source Bytes of the text, or where it is.
 * @param {LibsvmOptions} [options]
 * @returns {Promise<{ x: Csr, labels: Numbers, base: 0 | 1 }>}
 * @throws {LibsvmError} With file, line and column.
 */
export async function readLibsvm(source, options = {}) {
  const [bytes] = await Promise.all([bytesOf(source), loadText()]);
  const name = options.name ?? (typeof source === "string" || source instanceof URL ? String(source) : "data");
  return parse(bytes, { ...options, name });
}

/**
 * The same of a text in a string.
 * @param {string} text
 * @param {LibsvmOptions} [options]
 */
export async function parseLibsvm(text, options = {}) {
  return readLibsvm(new TextEncoder().encode(text), options);
}

/**
 * @param {Uint8Array} bytes
 * @param {LibsvmOptions & { name: string }} options
 */
function parse(bytes, { name, base, features, dtype = "f32", form = "plain", ...rows }) {
  const options = new ReadOptions();
  const Rows = dtype === "f64" ? Rows64 : Rows32;
  let found;
  try {
    if (base !== undefined) options.set_base(base);
    if (form !== "plain" && "fields" in form) options.set_fields(form.fields.fields);
    if (form !== "plain" && "names" in form) options.set_names(form.names.bits);
    if (form !== "plain" && "vw" in form) options.set_vw(form.vw.bits, Uint8Array.from(form.vw.pairs.flat()));
    if (features !== undefined) options.set_features(features);
    const { sortRows = false, sumDuplicates = false, unlabelled = false, ignoreWeights = false } = rows;
    options.set_rows(sortRows, sumDuplicates, unlabelled, ignoreWeights);
    found = new Rows(bytes, name, options);
  } catch (error) {
    throw new LibsvmError(error.message, name);
  } finally {
    options.free();
  }
  const x = new Csr({ columns: found.features(), indptr: found.indptr(), indices: found.indices(), values: found.values() });
  const read = { x, labels: found.labels(), base: /** @type {0 | 1} */ (found.base()) };
  found.free();
  return read;
}
