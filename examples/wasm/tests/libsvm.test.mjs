// LibSVM text, and decimal numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLibsvm } from "../linear/libsvm.mjs";
import { nearestFloat32, parseNumber } from "../linear/number.mjs";

const parse = (text, options) => {
  const { rows, features, base, ...arrays } = parseLibsvm(new TextEncoder().encode(text), options);
  const [labels, indptr, indices, values] = [arrays.labels, arrays.indptr, arrays.indices, arrays.values].map((array) => Array.from(array));
  return { rows, features, base, labels, indptr, indices, values };
};

test("all that the grammar allows", () => {
  const text = "\ufeff1 1:2 3:-0.5 # comment 4:5\r\n\n   \t\n-1.5e0 qid:7 2:1e2\t10:.5\n# only a comment\n+2\n0 4:0";
  assert.deepEqual(parse(text), {
    rows: 4,
    features: 10,
    base: 1,
    labels: [1, -1.5, 2, 0],
    indptr: [0, 2, 4, 4, 5],
    indices: [0, 2, 1, 9, 3],
    values: [2, -0.5, 100, 0.5, 0],
  });
  assert.deepEqual(parse("1 0:1 4:1"), { rows: 1, features: 5, base: 0, labels: [1], indptr: [0, 2], indices: [0, 4], values: [1, 1] });
  assert.equal(parse("1 3:1", { base: 0 }).features, 4);
  assert.equal(parse("1 3:1", { base: 1 }).features, 3);
  assert.deepEqual(parse("1 2147483647:1 2147483648:2", { base: 1 }).indices, [2147483646, 2147483647]);
});

test("what is wrong is told with file, line and column", () => {
  const cases = {
    "": "no rows",
    "1\n2\n": "no row has a feature",
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
    "1 2147483648:1": "1:3: feature index 2147483648 does not fit the index type (at most 2147483647 from zero)",
    "1 1:1_0": "1:5: value `1_0` is not a number",
    "1 1:0x10": "1:5: value `0x10` is not a number",
    "1 1:\u00e9'": "1:5: value `\\xc3\\xa9\\'` is not a number",
  };
  for (const [text, message] of Object.entries(cases)) {
    const expected = { name: "LibsvmError", message: (/^\d/.test(message) ? "f:" : "f: ") + message };
    assert.throws(() => parse(text, { name: "f" }), expected, JSON.stringify(text));
  }
  assert.throws(() => parse("1 1:1 0:1", { base: 1 }), { message: "data:1:7: feature index 0 in a one-based file", numbers: { line: 1, column: 7 } });
  assert.throws(() => parse(`1 1:${"y".repeat(50)}`), { message: `data:1:5: value \`${"y".repeat(40)}...\` is not a number` });
});

test("f32 is rounded once", () => {
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
    ["340282356779733661637539395458142568448", Infinity],
    ["-1e400", -Infinity],
    ["0", 0],
    ["-0", -0],
    ["0.1", Math.fround(0.1)],
  ];
  for (const [text, expected] of cases) assert.ok(Object.is(nearestFloat32(text), expected), `${text}: ${nearestFloat32(text)}, not ${expected}`);
  assert.notEqual(Math.fround(Number("1.00000017881393432617187499999999999")), below, "two roundings do err here");
});

test("what is a number, and what is none", () => {
  for (const text of ["1", "-1", "+1", "1.", ".5", "1e5", "1E-5", "00.10e+01"]) assert.equal(parseNumber(text, "f64"), Number(text), text);
  for (const text of ["inf", "-Infinity", "NaN", "+nan", "1e999"]) assert.ok(!Number.isFinite(parseNumber(text, "f64")), text);
  for (const text of ["", ".", "e5", "1e", "1e5.0", " 1", "0x1", "1_0", "1f", "infin", "١"]) assert.equal(parseNumber(text, "f32"), undefined, text);
});
