// The training, and the program for Node.js.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Kernels, STATUS } from "../build/lacuna-sparse/kernels.mjs";
import { readExamples } from "../linear/examples.mjs";
import { DEFAULTS, LinearModel, SettingError, fnv1a } from "../linear/linear.mjs";
import { significant } from "../linear/text.mjs";

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const awkward = await readExamples(readFileSync(at("awkward.libsvm")), { name: "awkward.libsvm" });
const small = new WebAssembly.Module(readFileSync(at("../build/linear.wasm")));

/** The same training in plain loops, in f32. */
function plainTraining({ rows, features, labels, indptr, indices, values }, { batchSize, learningRate, momentum }, epochs) {
  const f = Math.fround;
  const [rate, rescale, mu] = [f(learningRate), f(1 / batchSize), f(momentum)];
  const [weight, moments] = [new Float32Array(features + 1), new Float32Array(features + 1)];
  const update = (row, gradient) => {
    moments[row] = f(mu * moments[row]) - f(rate * f(rescale * gradient));
    weight[row] += moments[row];
  };
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let start = 0; start < rows; start += batchSize) {
      const gradient = new Map();
      let sum = 0;
      for (let row = start; row < Math.min(start + batchSize, rows); row += 1) {
        // One column is summed in four lanes.
        const lanes = new Float32Array(4);
        for (let entry = indptr[row]; entry < indptr[row + 1]; entry += 1) lanes[(entry - indptr[row]) % 4] += f(values[entry] * weight[indices[entry]]);
        const product = f(f(lanes[0] + lanes[2]) + f(lanes[1] + lanes[3]));
        const residual = f(f(product + weight[features]) - labels[row]);
        sum += residual;
        for (let entry = indptr[row]; entry < indptr[row + 1]; entry += 1) {
          gradient.set(indices[entry], f((gradient.get(indices[entry]) ?? 0) + f(values[entry] * residual)));
        }
      }
      for (const [row, value] of gradient) update(row, value);
      update(features, f(sum));
    }
  }
  return weight;
}

test("the bits are those of plain loops in the documented order", async () => {
  for (const [examples, batchSize] of /** @type {const} */ ([
    [awkward, 2],
    [awkward, 3],
    [awkward, 100],
  ])) {
    const settings = { batchSize, learningRate: 0.02, momentum: 0.5 };
    const model = new LinearModel(await Kernels.load(small), examples, settings);
    for (let epoch = 0; epoch < 20; epoch += 1) model.epoch();
    const expected = plainTraining(examples, settings, 20);
    assert.deepEqual(Array.from(model.weight).concat(model.bias), Array.from(expected));
    assert.equal(model.hash(), fnv1a([new Uint8Array(expected.buffer)]));
  }
});

test("the small module has what it was built for, and refuses other types", async () => {
  const exported = WebAssembly.Module.exports(small).flatMap(({ name, kind }) => (kind === "function" ? [name] : []));
  assert.deepEqual(exported.sort(), readFileSync(at("../linear.exports"), "utf8").trim().split("\n").sort());
  assert.deepEqual(WebAssembly.Module.imports(small), []);
  const lacuna = await Kernels.load(small);
  const csr = (value, index) =>
    lacuna.csr({ rows: 1, columns: 2, indptr: lacuna.array(index, [0, 1]), indices: lacuna.array(index, [1]), values: lacuna.array(value, [3]) });
  lacuna.call("lacuna_check_csr", csr("f32", "i32"));
  for (const [value, index] of [["f64", "i32"], ["f32", "i64"]]) {
    assert.throws(() => lacuna.call("lacuna_check_csr", csr(value, index)), { status: STATUS.NOT_BUILT, message: /built without/ });
  }
});

test("settings that cannot be used", async () => {
  const lacuna = await Kernels.load(small);
  const wrong = [{ batchSize: 0 }, { batchSize: 1.5 }, { batchSize: NaN }, { learningRate: 0 }, { learningRate: 1e-60 }, { learningRate: Infinity }, { momentum: 1 }, { momentum: -0.1 }];
  for (const setting of wrong) assert.throws(() => new LinearModel(lacuna, awkward, { ...DEFAULTS, ...setting }), SettingError, JSON.stringify(setting));
  const model = new LinearModel(lacuna, awkward, { ...DEFAULTS, learningRate: 1000 });
  assert.throws(() => Array.from({ length: 100 }, () => model.epoch()), /the loss is not finite in epoch \d+: a smaller learning rate may help/);
});

test("FNV-1a of known texts", () => {
  const hash = (...texts) => fnv1a(texts.map((text) => new TextEncoder().encode(text)));
  assert.equal(hash(""), "cbf29ce484222325");
  assert.equal(hash("a"), "af63dc4c8601ec8c");
  assert.equal(hash("foo", "bar"), "85944171f73967e8");
});

test("losses have six digits", () => {
  const shown = [0, 0.36123456, 1, 12345.678, 123456789, 1.5e-7, 2.5e12].map((loss) => significant(loss));
  assert.deepEqual(shown, ["0", "0.361235", "1.00000", "12345.7", "123456789", "1.50000e-7", "2.50000e12"]);
});

const program = (...parameters) => spawnSync(process.execPath, [at("../linear-node.mjs"), ...parameters], { encoding: "utf8" });

test("the program trains in f32 with the small module, and in f64 with the whole one", () => {
  const hashes = [["f32"], ["f64"], ["f32", "--module", at("../build/lacuna-sparse/wasm/kernels.wasm")]].map(([dtype, ...more]) => {
    const { status, stdout, stderr } = program(at("../../../data/agaricus.test.libsvm"), "--epochs", "3", "--dtype", dtype, ...more);
    assert.deepEqual([status, stderr], [0, ""]);
    assert.equal(stdout.match(/^ +[123] +0\.\d+ +\d+\.\d+$/gm)?.length, 3, stdout);
    return /153 steps in .* weights ([0-9a-f]{16})\n$/.exec(stdout)?.[1];
  });
  assert.equal(hashes[0], hashes[2]);
  assert.notEqual(hashes[0], hashes[1]);
});

test("wrong input gives one line and status 1", () => {
  const folder = mkdtempSync(join(tmpdir(), "lacuna-wasm-"));
  const bad = join(folder, "bad.libsvm");
  writeFileSync(bad, "1 1:1\n0 3:1 2:1\n");
  const data = at("awkward.libsvm");
  const cases = [
    [[bad], `error: ${bad}:2:7: feature index 2 after 3: indices must ascend\n`],
    [[join(folder, "none")], `error: ${join(folder, "none")}: no such file or directory\n`],
    [[folder], `error: ${folder}: illegal operation on a directory\n`],
    [[data, "--module", join(folder, "none.wasm")], `error: ${join(folder, "none.wasm")}: no such file or directory\n`],
    [[data, "--epochs", "0"], "error: --epochs must be a whole number, 1 or more, not 0\n"],
    [[data, "--dtype", "f16"], "error: --dtype must be one of f32, f64, not f16\n"],
    [[data, "--momentum", "x"], "error: the momentum must be a number from 0 to below 1, not NaN\n"],
    [[data, "--learning-rate", "1e9"], /^error: the loss is not finite in epoch \d+: a smaller learning rate may help\n$/],
    [[data, "--fast"], /^error: Unknown option '--fast'.*\n$/],
    [[], "error: one file is needed, not 0; see --help\n"],
    [[data, data], "error: one file is needed, not 2; see --help\n"],
  ];
  for (const [parameters, expected] of cases) {
    const { status, stderr } = program(...parameters);
    assert.equal(status, 1, stderr);
    if (typeof expected === "string") assert.equal(stderr, expected);
    else assert.match(stderr, expected);
  }
  rmSync(folder, { recursive: true });
});
