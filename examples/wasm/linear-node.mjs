// Trains on a LibSVM file, in Node.js: node linear-node.mjs FILE [--epochs N]. Prints the hash that `lacuna train linear --preset mxnet --initial-weights zero` prints.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { getSystemErrorMap, parseArgs } from "node:util";
import { Kernels } from "./build/lacuna-sparse/kernels.mjs";
import { readExamples } from "./linear/examples.mjs";
import { DEFAULTS, LinearModel } from "./linear/linear.mjs";
import { significant } from "./linear/text.mjs";

const USAGE = `\
node linear-node.mjs FILE [options]

--epochs N            passes over the data (10)
--batch-size N        rows of a step (${DEFAULTS.batchSize})
--learning-rate RATE  step size (${DEFAULTS.learningRate})
--momentum SHARE      share of the last step that is kept, below 1 (${DEFAULTS.momentum})
--dtype TYPE          f32 (with build/linear.wasm) or f64 (with all kernels)
--index-base BASE     number of the first feature: zero, one or auto
--module FILE         another module`;

/** What is wrong with the command line. */
class UsageError extends Error {}

function settings() {
  const text = { type: /** @type {const} */ ("string") };
  const options = { epochs: text, "batch-size": text, "learning-rate": text, momentum: text, dtype: text, "index-base": text, module: text };
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals: true, options: { ...options, help: { type: "boolean", short: "h" } } });
  } catch (error) {
    throw new UsageError(error.message.split(". ")[0]);
  }
  const { values, positionals } = parsed;
  const number = (name, standard) => (values[name] === undefined ? standard : Number(values[name].trim() || "none"));
  const choice = (name, choices) => {
    const value = values[name] ?? Object.keys(choices)[0];
    if (!Object.hasOwn(choices, value)) throw new UsageError(`--${name} must be one of ${Object.keys(choices).join(", ")}, not ${value}`);
    return choices[value];
  };
  const epochs = number("epochs", 10);
  if (!(Number.isSafeInteger(epochs) && epochs >= 1)) throw new UsageError(`--epochs must be a whole number, 1 or more, not ${values.epochs}`);
  if (!values.help && positionals.length !== 1) throw new UsageError(`one file is needed, not ${positionals.length}; see --help`);
  const type = choice("dtype", { f32: "f32", f64: "f64" });
  return {
    help: values.help,
    file: positionals[0],
    base: choice("index-base", { auto: "auto", zero: 0, one: 1 }),
    epochs,
    type,
    module: values.module ?? new URL(type === "f32" ? "build/linear.wasm" : "build/lacuna-sparse/wasm/kernels.wasm", import.meta.url),
    model: {
      batchSize: number("batch-size", DEFAULTS.batchSize),
      learningRate: number("learning-rate", DEFAULTS.learningRate),
      momentum: number("momentum", DEFAULTS.momentum),
    },
  };
}

async function read(file) {
  try {
    return await readFile(file);
  } catch (error) {
    const [, reason] = getSystemErrorMap().get(error.errno) ?? [];
    throw new Error(`${file instanceof URL ? fileURLToPath(file) : file}: ${reason ?? error.message}`);
  }
}

async function main() {
  const { help, file, base, epochs, type, module, model: hyper } = settings();
  if (help) return console.log(USAGE);
  const [bytes, lacuna] = await Promise.all([read(file), read(module).then(Kernels.load)]);
  const examples = await readExamples(bytes, { name: file, base, type });
  const model = new LinearModel(lacuna, examples, hyper);
  const { rows, features, indices } = examples;
  console.log(`data      ${file}: ${rows} rows x ${features} features, ${indices.length} entries, indices from ${examples.base}`);
  const { batchSize, learningRate, momentum } = hyper;
  const values = `batch size ${batchSize}, learning rate ${learningRate}, momentum ${momentum}`;
  console.log(`training  y = x w + b in ${type} by lacuna ${lacuna.version}, ${values}`);
  console.log(`\n${"epoch".padStart(6)}  ${"mse".padStart(14)}  ${"seconds".padStart(12)}`);
  let [seconds, loss] = [0, NaN];
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    const start = performance.now();
    loss = model.epoch();
    const time = (performance.now() - start) / 1000;
    seconds += time;
    console.log(`${String(epoch).padStart(6)}  ${significant(loss).padStart(14)}  ${time.toFixed(6).padStart(12)}`);
  }
  console.log(`\n${epochs * model.steps} steps in ${seconds.toFixed(4)} s; mse ${significant(loss)}; weights ${model.hash()}`);
}

// One line says what is wrong with the arguments, the files or the data.
main().catch((error) => {
  console.error(`error: ${error.message.split("\n")[0]}`);
  process.exitCode = 1;
});
