/**
 * Linear regression y = x w + b on sparse rows, with SGD and momentum: `lacuna train linear --preset mxnet --initial-weights zero`, bit for bit.
 *
 * All arithmetic on whole arrays is the module's. Here are only the residuals and two sums of a batch, in the order of the rows.
 */
import { TYPE, UPDATE } from "../build/lacuna-sparse/kernels.mjs";

/** @typedef {import("../build/lacuna-sparse/kernels.mjs").Kernels} Lacuna */
/** @typedef {import("./examples.mjs").Examples} Examples */

/**
 * @typedef {object} Settings
 * @property {number} batchSize Rows of a step.
 * @property {number} learningRate
 * @property {number} momentum Share of the last step that is kept, below 1.
 */

/** @type {Settings} */
export const DEFAULTS = { batchSize: 32, learningRate: 0.05, momentum: 0.9 };

/** A setting that cannot be used. */
export class SettingError extends Error {
  name = "SettingError";
}

/** The weight (features x 1, row_sparse with all rows stored), the bias, the momentum of both, and all memory of a step: none is taken while it trains. */
export class LinearModel {
  #examples;
  #settings;
  /** @type {"f32" | "f64"} */
  #type;
  #round;
  /**
   * Arrays and structs in the module's memory.
   * @type {Record<string, any>}
   */
  #at;

  /** Epochs done. */
  epochs = 0;

  /**
   * @param {Lacuna} lacuna
   * @param {Examples} examples Labels and values of one type: f32 or f64.
   * @param {Settings} settings
   */
  constructor(lacuna, examples, settings) {
    this.lacuna = lacuna;
    this.#examples = examples;
    const type = examples.values instanceof Float32Array ? "f32" : "f64";
    this.#type = type;
    this.#round = type === "f32" ? Math.fround : (number) => number;
    this.#settings = settings;
    check(settings, this.#round);

    const { rows, features } = examples;
    const batchRows = Math.min(settings.batchSize, rows);
    let entries = 0;
    for (let start = 0; start < rows; start += batchRows) {
      entries = Math.max(entries, examples.indptr[Math.min(start + batchRows, rows)] - examples.indptr[start]);
    }
    this.#at = { ...placeData(lacuna, type, examples), ...placeStep(lacuna, type, { batchRows, entries, features }), ...placeModel(lacuna, type, features) };
    const { learningRate, momentum } = settings;
    const hyper = { learning_rate: learningRate, momentum, rescale_gradient: 1 / settings.batchSize, update: UPDATE.LAZY };
    this.#at.hyper = lacuna.struct("sgd_momentum", hyper);
  }

  /** Steps of an epoch. */
  get steps() {
    return Math.ceil(this.#examples.rows / this.#settings.batchSize);
  }

  /** One number for each feature, in the module's memory. */
  get weight() {
    return this.#at.weightData.view;
  }

  get bias() {
    return this.#at.biasData.view[0];
  }

  /**
   * Trains on all rows once.
   * @returns {number} The mean squared error as of MXNet's metric `mse`: of each batch before its update, averaged over the batches.
   */
  epoch() {
    const { rows } = this.#examples;
    const { batchSize } = this.#settings;
    let sum = 0;
    for (let start = 0; start < rows; start += batchSize) {
      const end = Math.min(start + batchSize, rows);
      sum += this.#step(start, end) / (end - start);
    }
    this.epochs += 1;
    const loss = sum / this.steps;
    if (!Number.isFinite(loss) || !this.weight.every(Number.isFinite) || !Number.isFinite(this.bias)) {
      throw new SettingError(`the loss is not finite in epoch ${this.epochs}: a smaller learning rate may help`);
    }
    return loss;
  }

  /** Trains on the rows from `start` to before `end`; the sum of their squared errors. */
  #step(start, end) {
    const { lacuna } = this;
    const rows = end - start;
    const at = this.#at;
    lacuna.call("lacuna_csr_rows", at.data, start, end, at.x);
    at.out.set({ rows });
    lacuna.call("lacuna_dot_csr_row_sparse", at.x, at.weight, at.out);
    const { sum, squares } = this.#residuals(start, end);

    // A plan depends on the pattern alone: a program with memory to spare would make one for each batch, and keep them.
    lacuna.call("lacuna_dot_transpose_plan", at.x, 0, this.#examples.features, at.buffers, at.scratch, at.plan);
    const pattern = { stored_rows: at.plan.get("stored_rows"), indices: at.plan.get("ids") };
    at.gradientOut.set(pattern);
    at.residual.set({ rows });
    const values = lacuna.arrayAt(this.#type, at.x.get("values"), at.x.get("nnz"));
    lacuna.call("lacuna_dot_csr_t_dense", at.plan, values, at.residual, at.gradientOut);

    at.gradient.set(pattern);
    lacuna.call("lacuna_optim_sgd_momentum", at.hyper, at.gradient, at.weightRows, at.momentumRows);
    at.biasGradientData.view[0] = sum;
    lacuna.call("lacuna_optim_sgd_momentum", at.hyper, at.biasGradient, at.biasRows, at.biasMomentumRows);
    return squares;
  }

  /** Turns products x w into residuals (x w + b) - label, each operation rounded to the value type; their sums in double. */
  #residuals(start, end) {
    const [out, labels, bias, round] = [this.#at.products.view, this.#examples.labels, this.bias, this.#round];
    let [sum, squares] = [0, 0];
    for (let row = start; row < end; row += 1) {
      const residual = round(round(out[row - start] + bias) - labels[row]);
      out[row - start] = residual;
      sum += residual;
      squares += residual * residual;
    }
    return { sum, squares };
  }

  /** FNV-1a over the bytes of the weight and the bias, as 16 hexadecimal digits: to compare runs by. */
  hash() {
    const bytes = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);
    return fnv1a([bytes(this.weight), bytes(this.#at.biasData.view)]);
  }
}

/** All rows, checked once: nothing changes them. */
function placeData(lacuna, type, { rows, features, indptr, indices, values }) {
  const arrays = { indptr: lacuna.array("i32", indptr), indices: lacuna.array("i32", indices), values: lacuna.array(type, values) };
  const data = lacuna.csr({ rows, columns: features, ...arrays, trusted: true });
  lacuna.call("lacuna_check_csr", data);
  return { data, x: lacuna.struct("csr") };
}

/** What a step needs, for the largest batch. */
function placeStep(lacuna, type, { batchRows, entries, features }) {
  const products = lacuna.array(type, batchRows);
  const column = { rows: batchRows, columns: 1, data: products };
  const gradient = { index_type: TYPE.I32, rows: features, row_length: 1, data: lacuna.array(type, Math.min(entries, features)), trusted: 1 };
  return {
    products,
    out: lacuna.denseMut(column),
    residual: lacuna.dense(column),
    buffers: lacuna.planBuffers("i32", entries),
    scratch: lacuna.planScratch("i32", entries),
    plan: lacuna.struct("plan"),
    gradientOut: lacuna.struct("row_sparse_mut", gradient),
    gradient: lacuna.struct("row_sparse", gradient),
  };
}

/** Weight, bias, the momentum of both, all zero; and the gradient of the bias, which is a matrix of one row. */
function placeModel(lacuna, type, features) {
  const indices = lacuna.array("i32", features);
  indices.view.forEach((_, row, all) => (all[row] = row));
  const [weightData, momentum] = [lacuna.array(type, features), lacuna.array(type, features)];
  const stored = { rows: features, rowLength: 1, indices, trusted: true };
  const one = () => lacuna.array(type, 1);
  const [biasData, biasGradientData] = [one(), one()];
  const single = { rows: 1, rowLength: 1 };
  return {
    weightData,
    weight: lacuna.rowSparse({ ...stored, data: weightData }),
    weightRows: lacuna.rowSparseRows({ ...stored, data: weightData }),
    momentumRows: lacuna.rowSparseRows({ ...stored, data: momentum }),
    biasData,
    biasRows: lacuna.denseRows({ ...single, data: biasData }),
    biasMomentumRows: lacuna.denseRows({ ...single, data: one() }),
    biasGradientData,
    biasGradient: lacuna.rowSparse({ ...single, indices: lacuna.array("i32", 1), data: biasGradientData }),
  };
}

/**
 * @param {Settings} settings
 * @param {(number: number) => number} round
 */
function check({ batchSize, learningRate, momentum }, round) {
  const positive = (number) => round(number) > 0 && Number.isFinite(round(number));
  if (!Number.isInteger(batchSize) || !positive(1 / batchSize)) throw new SettingError(`the batch size must be a whole number, 1 or more, not ${batchSize}`);
  if (!positive(learningRate)) throw new SettingError(`the learning rate must be a positive number, not ${learningRate}`);
  if (!(momentum >= 0 && momentum < 1)) throw new SettingError(`the momentum must be a number from 0 to below 1, not ${momentum}`);
}

/**
 * FNV-1a with 64 bits, in two halves: the prime is 2^40 + 0x1b3.
 * @param {Uint8Array[]} parts
 */
export function fnv1a(parts) {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const part of parts) {
    for (const byte of part) {
      low = (low ^ byte) >>> 0;
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
  }
  return [high, low].map((half) => half.toString(16).padStart(8, "0")).join("");
}
