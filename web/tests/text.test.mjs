// LibSVM text, and decimal numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LibsvmError, parseLibsvm, readLibsvm } from "lacuna-sparse";

const parse = async (text, options) => {
  const { x, base, ...arrays } = await parseLibsvm(text, options);
  const [labels, indptr, indices, values] = [arrays.labels, x.indptr, x.indices, x.values].map((array) => Array.from(array));
  return { rows: x.rows, features: x.columns, base, labels, indptr, indices, values };
};

test("all that the grammar allows", async () => {
  const text = "\ufeff1 1:2 3:-0.5 # comment 4:5\r\n\n   \t\n-1.5e0 qid:7 2:1e2\t10:.5\n# only a comment\n+2\n0 4:0";
  assert.deepEqual(await parse(text), {
    rows: 4,
    features: 10,
    base: 1,
    labels: [1, -1.5, 2, 0],
    indptr: [0, 2, 4, 4, 5],
    indices: [0, 2, 1, 9, 3],
    values: [2, -0.5, 100, 0.5, 0],
  });
  assert.deepEqual(await parse("1 0:1 4:1"), { rows: 1, features: 5, base: 0, labels: [1], indptr: [0, 2], indices: [0, 4], values: [1, 1] });
  assert.equal((await parse("1 3:1", { base: 0 })).features, 4);
  assert.equal((await parse("1 3:1", { base: 1 })).features, 3);
  assert.deepEqual((await parse("1 2147483647:1 2147483648:2", { base: 1 })).indices, [2147483646, 2147483647]);
});

test("what is wrong is told with file, line and column", async () => {
  const cases = {
    "": "no rows",
    "x 1:1": "1:1: label `x` is not a number",
    "1 1:1\n\n1,2 1:1": "3:1: several labels `1,2`: only one is supported",
    "nan 1:1": "1:1: label `nan` is not a finite number of this type",
    "1:0.5 3:1": "1:1: `1:0.5` is a feature of a row without a label, or a label with a weight",
    "1 qid:x 1:1": "1:7: query id `x` is not an unsigned number",
    "1 1:1 x:1": "1:7: `x` is not a feature index",
    "1 -4:1": "1:3: negative feature index `-4`",
    "1 2": "1:3: feature `2` has no value",
    "1 2:": "1:5: empty value after `2:`",
    "1 2:1 \t3:x\n": "1:10: value `x` is not a number",
    "1 2:1e39": "1:5: value `1e39` is not a finite number of this type",
    "1 2:1 2:1": "1:7: feature index 2 appears twice",
    "1 3:1 2:1": "1:7: feature index 2 after 3: indices must ascend",
    "1 2:1 \r 3:1": "1:7: carriage return inside a line",
    "\r\r1 1:1": "1:1: carriage return inside a line",
    "1 9999999999:1": "1:3: feature index 9999999999 does not fit the index type (at most 2147483647 from zero)",
    "1 1:1_0": "1:5: value `1_0` is not a number",
    "1 1:0x10": "1:5: value `0x10` is not a number",
    "1 1:\u00e9'": "1:5: value `\\xc3\\xa9\\'` is not a number",
  };
  for (const [text, message] of Object.entries(cases)) {
    const expected = { name: "LibsvmError", message: (/^\d/.test(message) ? "f:" : "f: ") + message };
    await assert.rejects(parse(text, { name: "f" }), expected, JSON.stringify(text));
  }
  await assert.rejects(parse("1 1:1 0:1", { base: 1 }), { message: "data:1:7: feature index 0 in a one-based file", line: 1, column: 7 });
  await assert.rejects(parse(`1 1:${"y".repeat(50)}`), { message: `data:1:5: value \`${"y".repeat(40)}...\` is not a number` });
  await assert.rejects(parse("1 1:1 2:1", { features: 1, base: 0 }), LibsvmError);
  await assert.rejects(parse("1 1:1", { base: 2 }), { message: "features begin at 0 or 1, not at 2", line: undefined });
  await assert.rejects(parse("1 a", { form: { names: { bits: 32 } } }), /32 bits of a hash: 1 to 31/);
  await assert.rejects(parse("\x1f"), LibsvmError);
});

test("other forms and options", async () => {
  assert.deepEqual((await parse("0:1 4:2\n\n", { unlabelled: true, base: 0 })).indptr, [0, 2, 2]);
  assert.deepEqual((await parse("1 4:1 0:2", { sortRows: true })).values, [2, 1]);
  assert.deepEqual((await parse("1 4:1 4:2", { sumDuplicates: true, base: 0 })).values, [3]);
  assert.deepEqual((await parse("1:0.5 4:1", { ignoreWeights: true, base: 0 })).labels, [1]);
  assert.deepEqual((await parse("1 0:2:0.5 1:0:1", { form: { fields: { fields: 2 } }, base: 0 })).indices, [1, 4]);
  const names = await parse("1 user=7 price:0.5", { form: { names: { bits: 20 } } });
  assert.equal(names.features, 1 << 20);
  assert.deepEqual([...names.values].sort(), [0.5, 1]);
  const vw = await parse("1 |a x |b y:2", { form: { vw: { bits: 18, pairs: [[97, 98]] } } });
  assert.equal(vw.indices.length, 3, "x, y and their pair");
  assert.deepEqual((await parse("1 0:0.1", { dtype: "f64" })).values, [0.1]);
  assert.deepEqual((await readLibsvm(new Blob(["1 0:3"]))).x.values, Float32Array.of(3));
});

/** As values of a row. */
const number = async (text, dtype) => (await parseLibsvm(`1 0:${text}`, { base: 0, dtype })).x.values[0];

test("f32 is rounded once", async () => {
  // Halfway between 1 + 2^-23 and 1 + 2^-22, and the nearest decimals that a double cannot distinguish from it.
  const half = "1.000000178813934326171875";
  const [below, above] = [1 + 2 ** -23, 1 + 2 ** -22];
  const least = "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319094181060791015625";
  const cases = [
    [half, above],
    [`${half}00000000001`, above],
    ["1.00000017881393432617187499999999999", below],
    [`-${half}00000000001`, -above],
    ["-1.00000017881393432617187499999999999", -below],
    // Halfway between 1 and 1 + 2^-23, of which the lower is even.
    ["1.00000005960464477539062500000000000", 1],
    ["1.00000005960464477539062500000000001", below],
    ["100000005960464477539062500000000001e-35", below],
    ["0.0000000000000000000100000005960464477539062500000000001e20", below],
    // Below the normal numbers: half of the least one, and a little less and more.
    [`${least}e-46`, 0],
    [`${least.replace(/5$/, "4")}9e-46`, 0],
    [`${least}01e-46`, 2 ** -149],
    [`-${least}01e-46`, -(2 ** -149)],
    // Above the largest: halfway to what would be 2^128.
    ["340282356779733661637539395458142568447", (2 - 2 ** -23) * 2 ** 127],
    ["0", 0],
    ["-0", -0],
    ["0.1", Math.fround(0.1)],
  ];
  for (const [text, expected] of cases) assert.ok(Object.is(await number(text), expected), `${text}: ${await number(text)}, not ${expected}`);
  await assert.rejects(number("340282356779733661637539395458142568448"), /not a finite number/);
  assert.notEqual(Math.fround(Number("1.00000017881393432617187499999999999")), below, "two roundings do err here");
});

test("what is a number, and what is none", async () => {
  for (const text of ["1", "-1", "+1", "1.", ".5", "1e5", "1E-5", "00.10e+01", "4.9e-324", "1.7976931348623157e308"]) assert.equal(await number(text, "f64"), Number(text), text);
  for (const text of ["inf", "-Infinity", "NaN", "+nan", "1e999"]) await assert.rejects(number(text, "f64"), /not a finite number/, text);
  for (const text of [".", "e5", "1e", "1e5.0", "0x1", "1_0", "1f", "infin", "١"]) await assert.rejects(number(text), /is not a number/, text);
});
