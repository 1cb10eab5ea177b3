// Compares builds of the whole module: node bench.mjs MODULE... Milliseconds, the best of all rounds, in which the modules take turns.
import { readFileSync } from "node:fs";
import { Kernels } from "./build/lacuna-sparse/kernels.mjs";
import { readExamples } from "./linear/examples.mjs";
import { DEFAULTS, LinearModel, fnv1a } from "./linear/linear.mjs";

const ROUNDS = 60;
const ROWS = 4000;
const ENTRIES_OF_ROW = 32;

const bytes = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);

/** The same numbers from 0 to 1 in every call. */
function numbers(count) {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  });
}

const examples = await readExamples(readFileSync(new URL("build/agaricus.train.libsvm", import.meta.url)));

/** An epoch of the example. */
function epoch(lacuna) {
  const model = new LinearModel(lacuna, examples, DEFAULTS);
  return { run: () => model.epoch(), hash: () => model.hash() };
}

/** A csr of 4000 x 4000 times a dense matrix of so many columns. */
const product = (columns) => (lacuna) => {
  const [indptr, indices] = [new Int32Array(ROWS + 1), new Int32Array(ROWS * ENTRIES_OF_ROW)];
  const gap = ROWS / ENTRIES_OF_ROW;
  numbers(indices.length).forEach((number, entry) => (indices[entry] = Math.floor(((entry % ENTRIES_OF_ROW) + number) * gap)));
  indptr.forEach((_, row) => (indptr[row] = row * ENTRIES_OF_ROW));
  const arrays = { indptr: lacuna.array("i32", indptr), indices: lacuna.array("i32", indices), values: lacuna.array("f32", numbers(indices.length)) };
  const a = lacuna.csr({ rows: ROWS, columns: ROWS, ...arrays, trusted: true });
  const b = lacuna.dense({ rows: ROWS, columns, data: lacuna.array("f32", numbers(ROWS * columns)) });
  const data = lacuna.array("f32", ROWS * columns);
  const out = lacuna.denseMut({ rows: ROWS, columns, data });
  return { run: () => lacuna.call("lacuna_dot_csr_dense", a, b, out), hash: () => fnv1a([bytes(data.view)]) };
};

const BENCHES = { "epoch of the example": epoch, "csr x dense, 1 column": product(1), "csr x dense, 8 columns": product(8), "csr x dense, 64 columns": product(64) };

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("error: no module; node bench.mjs MODULE...");
  process.exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  const runs = await Promise.all(files.map(async (file) => bench(await Kernels.load(readFileSync(file)))));
  const best = runs.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.forEach(({ run }, place) => {
      const start = performance.now();
      run();
      best[place] = Math.min(best[place], performance.now() - start);
    });
  }
  console.log(name.padEnd(24), best.map((time) => time.toFixed(3).padStart(9)).join(" "));
  const hashes = new Set(runs.map(({ hash }) => hash()));
  if (hashes.size > 1) {
    console.error(`error: ${name}: not the same bits: ${[...hashes].join(" ")}`);
    process.exit(1);
  }
}
