/** Trains apart from the page, which stays responsive; one worker for each training. */
import { Kernels } from "../build/lacuna-sparse/kernels.mjs";
import { readExamples } from "../linear/examples.mjs";
import { LinearModel } from "../linear/linear.mjs";

const MODULE = new URL("../build/linear.wasm", import.meta.url);

/**
 * @param {object} order
 * @param {File | string} order.source A file, or the address of one.
 * @param {string} order.name
 * @param {0 | 1 | "auto"} order.base
 * @param {number} order.epochs
 * @param {import("../linear/linear.mjs").Settings} order.settings
 */
async function train({ source, name, base, epochs, settings }) {
  const [module, bytes] = await Promise.all([load(MODULE), source instanceof File ? source.arrayBuffer() : load(source)]);
  const lacuna = await Kernels.load(module);
  const examples = await readExamples(new Uint8Array(bytes), { name, base, type: "f32" });
  const model = new LinearModel(lacuna, examples, settings);
  const { rows, features, indices } = examples;
  const facts = { rows, features, entries: indices.length, base: examples.base };
  postMessage({ kind: "data", facts, version: lacuna.version, moduleBytes: module.byteLength, memoryBytes: lacuna.memory.buffer.byteLength });
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    const start = performance.now();
    const loss = model.epoch();
    postMessage({ kind: "epoch", epoch, loss, milliseconds: performance.now() - start });
  }
  postMessage({ kind: "done", hash: model.hash() });
}

async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${new URL(response.url).pathname}: the server answers ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

addEventListener("message", ({ data }) => {
  train(data).catch((error) => postMessage({ kind: "error", name: error.name, message: error.message, numbers: error.line === undefined ? {} : { line: error.line, column: error.column } }));
});
