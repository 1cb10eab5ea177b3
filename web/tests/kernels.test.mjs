// Calls of all kernels, in every value and index type, and the memory of their arrays.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { FAULT, Kernels, LacunaError, OPERAND, STATUS, TYPE, UPDATE } from "lacuna-sparse/kernels";

const own = pathToFileURL(createRequire(import.meta.url).resolve("lacuna-sparse/kernels"));
const at = new URL("wasm/kernels.wasm", own);
const module = new WebAssembly.Module(readFileSync(at));
const header = readFileSync(process.env.LACUNA_HEADER, "utf8");

// A (3 x 4, five entries; row 1 has none), B (3 x 2), and A^T B by hand: small whole numbers, exact in every type.
const A = { rows: 3, columns: 4, indptr: [0, 2, 2, 5], indices: [0, 3, 0, 1, 3], values: [2, -1, 3, 4, 5] };
const B = [1, 2, 3, 4, 5, 6];
const IDS = [0, 1, 3];
const PRODUCT = [2 * 1 + 3 * 5, 2 * 2 + 3 * 6, 4 * 5, 4 * 6, -1 * 1 + 5 * 5, -1 * 2 + 5 * 6];

const types = ["f32", "f64"].flatMap((value) => ["i32", "i64", "u32"].map((index) => /** @type {const} */ ([value, index])));
const plain = (array) => Array.from(array.view, Number);

function csr(lacuna, value, index, { rows, columns, indptr, indices, values } = A) {
  return lacuna.csr({ rows, columns, indptr: lacuna.array(index, indptr), indices: lacuna.array(index, indices), values: lacuna.array(value, values) });
}

test("the module exports what the header declares", () => {
  const declared = [...header.matchAll(/^(?:lacuna_status|size_t|uint32_t|const char \*) ?(lacuna_\w+)\(/gm)].map(([, name]) => name).sort();
  const exported = (which) => WebAssembly.Module.exports(which).flatMap(({ name, kind }) => (kind === "function" ? [name] : [])).sort();
  assert.deepEqual(exported(module), declared);
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test("a csr is checked once", async () => {
  const lacuna = await Kernels.load(module);
  const arrays = { indptr: lacuna.array("i32", A.indptr), indices: lacuna.array("i32", A.indices), values: lacuna.array("f32", A.values) };
  const checked = lacuna.checkedCsr({ rows: A.rows, columns: A.columns, ...arrays });
  const [b, out] = [lacuna.array("f32", [1, 2, 3, 4]), lacuna.array("f32", 3)];
  const product = () => {
    lacuna.call("lacuna_dot_csr_dense", checked, lacuna.dense({ rows: 4, columns: 1, data: b }), lacuna.denseMut({ rows: 3, columns: 1, data: out }));
    return plain(out);
  };
  assert.deepEqual(product(), [2 * 1 - 4, 0, 3 * 1 + 4 * 2 + 5 * 4]);
  arrays.values.view[0] = 7;
  assert.deepEqual(product(), [7 * 1 - 4, 0, 31]);
  // What no call looks at any more is refused when it is checked again.
  arrays.indices.view[1] = 4;
  assert.equal(product().length, 3);
  assert.throws(() => lacuna.checkedCsr({ rows: A.rows, columns: A.columns, ...arrays }), { name: "LacunaError", status: STATUS.CSR_INDICES });
});

for (const [value, index] of types) {
  test(`a transposed product and an update in ${value}, ${index}`, async () => {
    const lacuna = await Kernels.load(module);
    const nnz = A.values.length;
    const a = csr(lacuna, value, index);
    const [buffers, scratch, plan] = [lacuna.planBuffers(index, nnz), lacuna.planScratch(index, nnz), lacuna.struct("plan")];
    lacuna.call("lacuna_dot_transpose_plan", a, 0, A.columns, buffers, scratch, plan);
    const ids = lacuna.arrayAt(index, plan.get("ids"), plan.get("stored_rows"));
    assert.deepEqual(plain(ids), IDS);
    assert.deepEqual([plan.get("terms"), plan.get("values"), plan.get("operand_rows"), plan.get("output_rows"), plan.get("trusted")], [5, 5, 3, 4, 1]);
    lacuna.call("lacuna_check_plan", plan);

    const gradient = { rows: A.columns, rowLength: 2, indices: ids, data: lacuna.array(value, IDS.length * 2) };
    const dense = lacuna.dense({ rows: A.rows, columns: 2, data: lacuna.array(value, B) });
    const values = lacuna.arrayAt(value, a.get("values"), nnz);
    lacuna.call("lacuna_dot_csr_t_dense", plan, values, dense, lacuna.rowSparseMut(gradient));
    assert.deepEqual(plain(gradient.data), PRODUCT);

    // lr 1/2, wd 1, rescale 2, gradient within 20, mu 1/4: m = m/4 - w/2 - clip(2 g)/2, w = w + m.
    const [weight, momentum] = [lacuna.array(value, new Array(8).fill(8)), lacuna.array(value, new Array(8).fill(16))];
    const rows = (data) => lacuna.denseRows({ rows: 4, rowLength: 2, data });
    const common = { learning_rate: 0.5, weight_decay: 1, rescale_gradient: 2, clip_gradient: 20, clips: 1, update: UPDATE.LAZY };
    const hyper = lacuna.struct("sgd_momentum", { ...common, momentum: 0.25 });
    lacuna.call("lacuna_optim_sgd_momentum", hyper, lacuna.rowSparse(gradient), rows(weight), rows(momentum));
    const expected = new Array(8).fill(16);
    IDS.forEach((id, stored) => [0, 1].forEach((column) => (expected[2 * id + column] = 4 - 4 - Math.min(2 * PRODUCT[2 * stored + column], 20) / 2)));
    assert.deepEqual(plain(momentum), expected);
    assert.deepEqual(plain(weight), expected.map((m, place) => (IDS.includes(place >> 1) ? 8 + m : 8)));
  });

  test(`structs that a call writes, in ${value}, ${index}`, async () => {
    const lacuna = await Kernels.load(module);
    const [a, part] = [csr(lacuna, value, index), lacuna.struct("csr")];
    lacuna.call("lacuna_csr_rows", a, 1, 3, part);
    const fields = ["rows", "columns", "nnz", "trusted"].map((field) => part.get(field));
    assert.deepEqual(fields, [2, 4, 3, 1]);
    assert.deepEqual(plain(lacuna.arrayAt(value, part.get("values"), 3)), [3, 4, 5]);
    assert.deepEqual(plain(lacuna.arrayAt(index, part.get("indptr"), 3)), [2, 2, 5]);

    const weight = lacuna.rowSparse({ rows: 9, rowLength: 2, indices: lacuna.array(index, [1, 4, 7]), data: lacuna.array(value, [1, 2, 3, 4, 5, 6]) });
    const range = lacuna.struct("row_sparse");
    lacuna.call("lacuna_row_sparse_rows", weight, 3, 8, range);
    assert.deepEqual(["rows", "row_length", "stored_rows", "first_row", "trusted"].map((field) => range.get(field)), [5, 2, 2, 3, 1]);
    assert.deepEqual(plain(lacuna.arrayAt(value, range.get("data"), 4)), [3, 4, 5, 6]);
  });
}

for (const half of /** @type {const} */ (["f16", "bf16"])) {
  test(`a product in ${half}, by way of casts`, async () => {
    const lacuna = await Kernels.load(module);
    const narrow = (numbers) => {
      const to = lacuna.array(half, numbers.length);
      lacuna.call("lacuna_cast_cast", lacuna.array("f32", numbers), to);
      return to;
    };
    const [indptr, indices, out, wide] = [lacuna.array("i32", A.indptr), lacuna.array("i32", A.indices), lacuna.array(half, 6), lacuna.array("f32", 6)];
    const a = lacuna.csr({ ...A, indptr, indices, values: narrow(A.values) });
    const b = lacuna.dense({ rows: 4, columns: 2, data: narrow([1, 2, 3, 4, 5, 6, 7, 8]) });
    lacuna.call("lacuna_dot_csr_dense", a, b, lacuna.denseMut({ rows: 3, columns: 2, data: out }));
    lacuna.call("lacuna_cast_cast", out, wide);
    assert.deepEqual(plain(wide), [2 * 1 - 7, 2 * 2 - 8, 0, 0, 3 * 1 + 4 * 3 + 5 * 7, 3 * 2 + 4 * 4 + 5 * 8]);
    // The bits of 1: 15, or 127, in the exponent.
    assert.deepEqual(plain(narrow([1])), [half === "f16" ? 15 << 10 : 127 << 7]);
  });
}

test("integers are moved and compared", async () => {
  const lacuna = await Kernels.load(module);
  const [weight, rows, greater] = [lacuna.array("i8", [-1, 2, -128, 127]), lacuna.array("i8", 4), lacuna.array("i8", 4)];
  const [table, taken] = [lacuna.dense({ rows: 2, columns: 2, data: weight }), lacuna.denseMut({ rows: 2, columns: 2, data: rows })];
  lacuna.call("lacuna_embedding_lookup", lacuna.array("i32", [1, 0]), table, taken);
  lacuna.call("lacuna_map_greater_scalar", rows, lacuna.array("i8", [-1]).pointer, greater);
  assert.deepEqual([plain(rows), plain(greater)], [[-128, 127, -1, 2], [0, 1, 0, 1]]);
});

/** The numbers of an error where it has nothing to tell. */
const NOTHING = {
  operand: OPERAND.NONE, fault: FAULT.NONE, row: 0, entry: 0, expected: 0, found: 0, other_argument: 0, other_operand: OPERAND.NONE,
};

test("a refusal has its numbers and its sentence, and nothing is written", async () => {
  const lacuna = await Kernels.load(module);
  const out = lacuna.array("f32", 6);
  out.view.fill(7);
  const wrong = csr(lacuna, "f32", "i32", { ...A, indices: [0, 3, 0, 9, 3] });
  const dense = lacuna.dense({ rows: 4, columns: 2, data: lacuna.array("f32", 8) });
  const product = (a) => lacuna.call("lacuna_dot_csr_dense", a, dense, lacuna.denseMut({ rows: 3, columns: 2, data: out }));
  const refused = {
    name: "LacunaError",
    status: STATUS.CSR_INDICES,
    call: "lacuna_dot_csr_dense",
    numbers: { ...NOTHING, status: 12, argument: 1, operand: OPERAND.INDICES, fault: FAULT.TOO_LARGE, row: 2, entry: 3, expected: 4, found: 9 },
    message: "lacuna_dot_csr_dense: argument 1: csr indices: row 2, entry 3: index 9 is not less than the number of columns, 4",
  };
  assert.throws(() => product(wrong), refused);
  assert.deepEqual(plain(out), new Array(6).fill(7));
  product(csr(lacuna, "f32", "i32"));
  const over = lacuna.denseMut({ rows: 3, columns: 2, data: lacuna.array("f32", 6) }).set({ data: dense.pointer });
  assert.throws(() => lacuna.call("lacuna_dot_csr_dense", csr(lacuna, "f32", "i32"), dense, over), {
    numbers: { ...NOTHING, status: STATUS.OVERLAP, argument: 3, operand: OPERAND.DATA, other_argument: 2, other_operand: OPERAND.STRUCT },
    message: "lacuna_dot_csr_dense: argument 3: data: shares memory with the struct of argument 2",
  });
  // The next refusal has nothing of the last.
  assert.throws(() => lacuna.call("lacuna_check_csr", null), { status: STATUS.NULL_POINTER, message: /null/ });
});

test("operands of other types are refused", async () => {
  const lacuna = await Kernels.load(module);
  const [a, out] = [csr(lacuna, "f32", "i32"), lacuna.denseMut({ rows: 3, columns: 2, data: lacuna.array("f32", 6) })];
  const dense = lacuna.dense({ rows: 4, columns: 2, data: lacuna.array("f64", 8) });
  const numbers = { ...NOTHING, status: STATUS.TYPE, argument: 2, expected: TYPE.F32, found: TYPE.F64 };
  assert.throws(() => lacuna.call("lacuna_dot_csr_dense", a, dense, out), { status: STATUS.TYPE, numbers });
  const plan = lacuna.planBuffers("i64", 5);
  const scratch = lacuna.planScratch("i64", 5);
  assert.throws(() => lacuna.call("lacuna_dot_transpose_plan", a, 0, 4, plan, scratch, lacuna.struct("plan")), { status: STATUS.TYPE });
  assert.throws(() => lacuna.call("lacuna_check_csr", csr(lacuna, "f32", "i32").set({ value_type: 0 })), { status: STATUS.TYPE });
});

test("numbers beyond 2^53 are told exactly", async () => {
  const lacuna = await Kernels.load(module);
  const wrong = csr(lacuna, "f64", "i64", { ...A, indices: [0, 2n ** 62n + 1n, 0, 1, 3] });
  assert.throws(
    () => lacuna.call("lacuna_check_csr", wrong),
    (error) => error instanceof LacunaError && error.numbers.found === 2n ** 62n + 1n && error.numbers.expected === 4 && error.message.includes("4611686018427387905"),
  );
});

test("the example at the head of kernels.mjs does what it says", async () => {
  const [, comment] = /```js\n([^]*?) \* ```/.exec(readFileSync(own, "utf8")) ?? [];
  const source = comment.replaceAll(/^ \* /gm, "");
  const AsyncFunction = /** @type {any} */ (async () => {}).constructor;
  const out = await new AsyncFunction("Kernels", `${source}; return out.view;`)(Kernels);
  const [, expected] = /Float32Array (\[.*\])/.exec(source) ?? [];
  assert.deepEqual(Array.from(out), JSON.parse(expected));
});

test("memory grows, and views follow it", async () => {
  const lacuna = await Kernels.load(module);
  const first = lacuna.array("f32", [1, 2, 3]);
  const { view } = first;
  const large = lacuna.array("f64", 1 << 20);
  assert.equal(view.length, 0, "the old buffer is gone");
  assert.deepEqual(plain(first), [1, 2, 3]);
  large.view[(1 << 20) - 1] = 5;
  const { pointer } = large;
  large.free();
  const again = lacuna.array("f64", 1 << 20);
  assert.equal(again.pointer, pointer);
  assert.equal(again.view[(1 << 20) - 1], 0, "new arrays are zero");
  assert.throws(() => lacuna.scratch(2 ** 33), /8589934592 bytes are more than the module's memory can give/);
  assert.deepEqual(plain(again.part(2, 4)), [0, 0]);
  assert.throws(() => again.part(3, 2 ** 21), RangeError);
  assert.throws(() => again.part(2, 4).free(), /part of another one/);
  again.free();
  assert.throws(() => again.free(), /no block at \d+ is in use/);
});

test("blocks that are given back are used again", async () => {
  const lacuna = await Kernels.load(module);
  const before = lacuna.inUse;
  const arrays = Array.from({ length: 40 }, (_, place) => lacuna.array("u8", 16 * (place + 1)));
  const size = lacuna.memory.buffer.byteLength;
  // Every other one, then the rest: neighbours become one block, from which all is taken again.
  for (const rest of [0, 1]) arrays.filter((_, place) => place % 2 === rest).forEach((array) => array.free());
  assert.equal(lacuna.inUse, before);
  const all = lacuna.array("u8", (16 * 40 * 41) / 2);
  assert.equal(all.pointer, arrays[0].pointer);
  assert.equal(lacuna.memory.buffer.byteLength, size);
  let state = 1;
  const random = (below) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % below;
  /** @type {any[]} */
  const live = [];
  for (let step = 0; step < 3000; step += 1) {
    if (live.length > 0 && random(5) < 2) {
      const [{ array, mark }] = live.splice(random(live.length), 1);
      assert.ok(array.view.every((byte) => byte === mark), "no block lies over another");
      array.free();
    } else {
      const [array, mark] = [lacuna.array("u8", random(3000)), step % 251];
      array.view.fill(mark);
      live.push({ array, mark });
    }
  }
  live.forEach(({ array, mark }) => assert.ok(array.view.every((byte) => byte === mark)));
});

test("memory of what is not used any more is given back, and no other", { skip: globalThis.gc ? false : "without --expose-gc" }, async () => {
  const lacuna = await Kernels.load(module);
  const collect = async () => {
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc?.();
      await setTimeout(10);
    }
  };
  // Views stay where no memory has to be taken.
  lacuna.scratch(8 << 20).free();
  const before = lacuna.inUse;
  const make = () => lacuna.array("f32", 1000).view.fill(3);
  const view = make();
  for (let round = 0; round < 50; round += 1) lacuna.array("f32", 10_000);
  await collect();
  assert.equal(lacuna.inUse - before, 4000, "the view keeps its array");
  assert.ok(view.every((number) => number === 3));
  // A plan keeps its buffers, a csr its arrays, a part of an array the whole.
  const planned = () => {
    const [buffers, plan] = [lacuna.planBuffers("i32", 5), lacuna.struct("plan")];
    lacuna.call("lacuna_dot_transpose_plan", csr(lacuna, "f32", "i32"), 0, 4, buffers, lacuna.planScratch("i32", 5), plan);
    return [plan, csr(lacuna, "f32", "i32"), lacuna.array("f32", [1, 2, 3]).part(1, 2)];
  };
  const [plan, a, part] = planned();
  await collect();
  for (let round = 0; round < 50; round += 1) lacuna.array("u8", 16 * (round + 1)).view.fill(255);
  assert.deepEqual(plain(lacuna.arrayAt("i32", plan.get("ids"), 3, plan)), IDS);
  lacuna.call("lacuna_check_plan", plan);
  lacuna.call("lacuna_check_csr", a);
  assert.deepEqual(plain(part), [2]);
});

test("slips of the caller are told before a call is made", async () => {
  const lacuna = await Kernels.load(module);
  const [i32, f32, f64] = [lacuna.array("i32", [0, 1]), lacuna.array("f32", 1), lacuna.array("f64", 1)];
  assert.throws(() => lacuna.call("lacuna_dot_csr"), /this module has no lacuna_dot_csr$/);
  assert.throws(() => lacuna.call("lacuna_check_csr"), /takes 1 arguments before its error, not 0/);
  assert.throws(() => lacuna.csr({ rows: 2, columns: 1, indptr: i32, indices: i32, values: f32 }), /indptr has 2 elements, needs 3/);
  assert.throws(() => lacuna.dense({ rows: 2, columns: 3, data: f32 }), /data has 1 elements, needs 6/);
  const struct = lacuna.struct("csr");
  struct.set({ values: f32 });
  assert.equal(struct.get("value_type"), TYPE.F32);
  assert.throws(() => struct.set({ values: f64 }), /values of lacuna_csr is an array of f32, not an array of f64/);
  assert.throws(() => struct.set({ indices: lacuna.array("size", 1) }), /indices of lacuna_csr is an array of another type, not an array of size/);
  assert.throws(() => struct.set({ rows: f32 }), /rows of lacuna_csr is a number, not an array of f32/);
  assert.throws(() => struct.set({ rows: -1 }), /rows of lacuna_csr cannot be -1/);
  assert.throws(() => struct.set({ rows: "2" }), TypeError);
  assert.throws(() => struct.set({ row: 1 }), /no field row/);
  assert.throws(() => struct.get("update"), /no field/);
});

test("other sources of a module", async () => {
  assert.match((await Kernels.load()).version, /^\d+\.\d+\.\d+$/);
  assert.match((await Kernels.load(at)).version, /^\d/);
  assert.match((await Kernels.load(at.href)).version, /^\d/);
  await assert.rejects(Kernels.load(new URL("none.wasm", at)), { code: "ENOENT" });
  await assert.rejects(Kernels.load(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
});
