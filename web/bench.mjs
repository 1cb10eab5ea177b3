// Predictions and text beside plain JavaScript: milliseconds, the best of all rounds, in which both take turns.
// After `cargo xtask web`: cp web/bench.mjs target/web/project && node target/web/project/bench.mjs
import { Csr, LinearModel, parseLibsvm } from "lacuna-sparse";

const [ROWS, ENTRIES, FEATURES, ROUNDS] = [50_000, 20, 100_000, 30];

let state = 1;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const [indptr, indices] = [Int32Array.from({ length: ROWS + 1 }, (_, row) => row * ENTRIES), new Int32Array(ROWS * ENTRIES)];
indices.forEach((_, entry) => (indices[entry] = Math.floor((((entry % ENTRIES) + random()) * FEATURES) / ENTRIES)));
const values = Float32Array.from(indices, random);
const weight = Float32Array.from({ length: FEATURES }, () => random() - 0.5);

await LinearModel.load();
const x = new Csr({ columns: FEATURES, indptr, indices, values });
const model = new LinearModel({ features: FEATURES, weight, bias: Float32Array.of(0.1), link: "sigmoid", classes: [0, 1] });

function plainScores() {
  const out = new Float32Array(ROWS);
  for (let row = 0; row < ROWS; row += 1) {
    let sum = 0.1;
    for (let entry = indptr[row]; entry < indptr[row + 1]; entry += 1) sum += values[entry] * weight[indices[entry]];
    out[row] = 1 / (1 + Math.exp(-sum));
  }
  return out;
}

const line = (_, row) => `1 ${Array.from({ length: ENTRIES }, (_, at) => `${indices[row * ENTRIES + at]}:${values[row * ENTRIES + at].toFixed(4)}`).join(" ")}\n`;
const text = Array.from({ length: ROWS / 5 }, line).join("");

function plainText() {
  const [ends, columns, numbers] = [[0], [], []];
  for (const row of text.split("\n").filter(Boolean)) {
    for (const feature of row.split(" ").slice(1)) {
      const [column, number] = feature.split(":");
      columns.push(Number(column));
      numbers.push(Number(number));
    }
    ends.push(columns.length);
  }
  return { ends, columns, numbers };
}

const BENCHES = {
  [`scores of ${ROWS} rows of ${ENTRIES} entries`]: [() => model.scores(x), plainScores],
  [`LibSVM text of ${(text.length / 1e6).toFixed(1)} MB`]: [() => parseLibsvm(text, { base: 0 }), plainText],
};
for (const [name, runs] of Object.entries(BENCHES)) {
  const best = runs.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [place, run] of runs.entries()) {
      const start = performance.now();
      await run();
      best[place] = Math.min(best[place], performance.now() - start);
    }
  }
  console.log(name.padEnd(36), best.map((time) => time.toFixed(2).padStart(9)).join(" "), (best[1] / best[0]).toFixed(2).padStart(7));
}
