// Models that `lacuna` (the variable LACUNA) has trained: the bits of `lacuna predict`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Csr, LinearModel, readLibsvm } from "lacuna-sparse";

const folder = mkdtempSync(join(tmpdir(), "lacuna-models-"));
after(() => rmSync(folder, { recursive: true }));
const lacuna = (...parameters) => {
  const { status, stderr } = spawnSync(/** @type {string} */ (process.env.LACUNA), parameters, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
};

/** 300 rows of 40 features and labels from 0 to 3, or numbers. */
function rows(label) {
  let state = 7;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const line = () => {
    const features = Array.from({ length: 41 }, (_, feature) => feature).filter((feature) => feature > 0 && random() < 0.3);
    const values = features.map(() => (random() * 4 - 1).toFixed(3));
    const sum = features.reduce((total, feature, place) => total + Math.sin(feature) * Number(values[place]), 0);
    return `${label(sum)} ${features.map((feature, place) => `${feature}:${values[place]}`).join(" ")}\n`;
  };
  return Array.from({ length: 300 }, line).join("");
}
const data = join(folder, "data.libsvm");
const numbers = join(folder, "numbers.libsvm");
writeFileSync(data, rows((sum) => [-3, 0, 3].filter((limit) => sum > limit).length));
const names = join(folder, "names.vw");
writeFileSync(names, rows((sum) => Number(sum > 0)).replaceAll(/^(\S+) /gm, "$1 |a ").replaceAll(/(\d+):/g, "name$1:"));
writeFileSync(numbers, rows((sum) => sum.toFixed(4)));

/** The numbers of a file of NumPy. */
function npy(file) {
  const bytes = readFileSync(file);
  const start = 10 + bytes.readUInt16LE(8);
  const Type = bytes.toString("latin1", 10, start).includes("<f8") ? Float64Array : Float32Array;
  return new Type(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length));
}

const TWO = ["--positive", "1"];
const KINDS = {
  "two classes": { train: ["classify", ...TWO, "--optimizer", "ftrl"], classes: [0, 1] },
  "two classes, a hinge": { train: ["classify", ...TWO, "--optimizer", "sgd", "--loss", "hinge"], classes: [0, 1], scores: true },
  softmax: { train: ["classify", "--classes", "softmax", "--optimizer", "adagrad"], classes: [0, 1, 2, 3] },
  "one against the rest": { train: ["classify", "--classes", "one-against-rest", "--optimizer", "adagrad"], classes: [0, 1, 2, 3] },
  "hashed names": { data: names, train: ["classify", "--format", "vw", "--hash-bits", "10"], classes: [0, 1], features: 1024 },
  "linear regression": { data: numbers, train: ["linear"], scores: true },
  "linear regression in f64": { data: numbers, train: ["linear", "--dtype", "f64"], scores: true, dtype: "f64" },
  "linear classification": { train: ["linear-classification", ...TWO], classes: [0, 1] },
};
for (const [kind, { data: own = data, train, classes, scores = false, dtype = "f32", features = 40 }] of Object.entries(KINDS)) {
  test(kind, async () => {
    const [file, out] = [join(folder, "model.safetensors"), join(folder, "out.npy")];
    lacuna("train", ...train, "--data", own, train[0] === "classify" ? "--passes" : "--epochs", "3", "--save", file, "--quiet");
    lacuna("predict", "--model", file, "--data", own, "--output", out, "--quiet", ...(train.includes("--positive") ? TWO : []));
    const expected = npy(out);

    const model = await LinearModel.fromSafetensors(pathToFileURL(file));
    assert.deepEqual([model.features, model.dtype, model.classes], [features, dtype, classes]);
    const { x, labels } = await readLibsvm(pathToFileURL(own), { features: model.features, base: model.indexBase, form: model.form, dtype: model.dtype });
    assert.deepEqual(model.scores(x), expected);

    const predicted = model.predict(x);
    assert.equal(predicted.length, 300);
    if (scores) {
      assert.throws(() => model.predictProba(x), /no probabilities/);
      if (!classes) assert.deepEqual(predicted, expected);
      else assert.deepEqual(Array.from(predicted), Array.from(expected, (score) => Number(score > 0)));
    } else {
      const [probabilities, { length }] = [model.predictProba(x), /** @type {number[]} */ (classes)];
      assert.equal(probabilities.length, 300 * length);
      for (let row = 0; row < 300; row += 1) {
        const of = probabilities.subarray(row * length, (row + 1) * length);
        assert.ok(Math.abs(of.reduce((sum, probability) => sum + probability, 0) - 1) < 1e-6);
        assert.equal(predicted[row], of.indexOf(Math.max(...of)));
      }
      const target = (label) => (length > 2 || own === names ? label : Number(label === 1));
      assert.ok(predicted.filter((label, row) => label === target(labels[row])).length > 150, "it has learnt something");
    }
    model.free();
  });
}

test("models from bytes, and of numbers from elsewhere", async () => {
  await LinearModel.load();
  const model = new LinearModel({ features: 3, weight: Float32Array.of(1, -2, 4), bias: Float32Array.of(0.5), link: "identity" });
  const x = Csr.fromRows([[[2, 0.5], [0, 1]], new Map([[1, 3]]), []], 3);
  assert.deepEqual([x.rows, Array.from(x.indices)], [3, [0, 2, 1]]);
  assert.deepEqual(model.predict(x), Float32Array.of(3.5, -5.5, 0.5));
  assert.deepEqual(model.scores(Csr.fromRows([], 3)), new Float32Array(0));
  const file = join(folder, "bytes.safetensors");
  lacuna("train", "linear", "--data", numbers, "--epochs", "1", "--save", file, "--quiet");
  const sources = [readFileSync(file), new Blob([readFileSync(file)]), new Response(readFileSync(file)), file];
  for (const source of sources) assert.equal((await LinearModel.fromSafetensors(source)).features, 40);
});

test("what is wrong is told", async () => {
  await LinearModel.load();
  const make = (parts) => new LinearModel({ features: 2, weight: Float32Array.of(1, 2), bias: Float32Array.of(0), link: "identity", ...parts });
  assert.throws(() => make({ features: 3 }), { message: "2 weights for 3 features and 1 outputs" });
  assert.throws(() => make({ bias: new Float32Array(0) }), { message: "2 weights for 2 features and 0 outputs" });
  assert.throws(() => make({ link: "probit" }), { message: "no link function probit" });
  const model = make({});
  assert.throws(() => model.predict(Csr.fromRows([], 3)), { message: "rows of 3 columns, but the model has 2 features" });
  assert.throws(() => model.predict(Csr.fromRows([[[2, 1]]], 2)), /index 2 is not less than the number of columns, 2/);
  assert.throws(() => model.predict(Csr.fromRows([[[1, 1], [1, 1]]], 2)), /csr indices: row 0/);
  assert.throws(() => Csr.fromRows([[], [[0.5, 1]]], 2), { message: "row 1: 0.5 is no column" });
  const csr = (indptr) => new Csr({ columns: 2, indptr: Int32Array.from(indptr), indices: Int32Array.of(0), values: Float32Array.of(1) });
  assert.throws(() => model.predict(csr([0, 2])), Error);
  assert.throws(() => model.predict(csr([1, 0])), Error);
  assert.deepEqual(model.predict(csr([0, 1])), Float32Array.of(1), "and all is well after that");

  const refused = (bytes, message) => assert.rejects(LinearModel.fromSafetensors(bytes), message);
  const file = (header, data = new Uint8Array(0)) => {
    const text = new TextEncoder().encode(JSON.stringify(header));
    const length = new Uint8Array(new BigUint64Array([BigInt(text.length)]).buffer);
    return Uint8Array.from([...length, ...text, ...data]);
  };
  await refused(new Uint8Array(3), /the model is no safetensors file: it has 3 bytes/);
  await refused(new Uint8Array(8).fill(9), /header of \d+ bytes does not fit into 8/);
  await refused(file({ a: 1 }).subarray(0, 12), /does not fit/);
  await refused(file({ weight: { dtype: "F32", shape: [2, 1], data_offsets: [0, 8] } }), /tensor weight of 8 bytes is said to be at 0 to 8 of 0/);
  await refused(file(null), /its header is no object/);
  await refused(file({ weight: { dtype: "F32" } }), /tensor weight has no shape or no place/);
  await refused(file({ weight: null }), /its metadata name no model/);
  await refused(file({}), /its metadata name no model of Lacuna/);
  await refused(file({ __metadata__: { lacuna_model: '{"kind":"fm"}' } }), /a model of the kind fm, which is not linear/);
  await refused(file({ __metadata__: { lacuna_train_linear: '{"settings":{}}' } }), /no weight of two dimensions/);
  await assert.rejects(LinearModel.fromSafetensors(pathToFileURL(join(folder, "none"))), { code: "ENOENT" });
});
