// The structs and constants of layout.mjs against the header.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FAULT, FORM, OPERAND, STATUS, STORAGE, STRUCTS, TYPE, UPDATE, layout } from "lacuna-sparse/kernels";

const header = readFileSync(process.env.LACUNA_HEADER, "utf8").replaceAll(/\/\/.*/g, "");
const C_TYPES = { size_t: "size", uint32_t: "u32", int32_t: "i32", int64_t: "i64", uint64_t: "u64", double: "f64" };

/** Every struct of the header: its name without the prefix, and its fields with their types, pointers with `*`. */
const declared = new Map();
for (const [, body, name] of header.matchAll(/typedef struct \{([^}]*)\} lacuna_(\w+);/g)) {
  const fields = [...body.matchAll(/(?:const )?(\w+) (\*?)(\w+);/g)];
  declared.set(name, Object.fromEntries(fields.map(([, type, pointer, field]) => [field, pointer + (C_TYPES[type] ?? type)])));
}

test("every struct of the header is here, field for field", () => {
  assert.equal(declared.size, header.split("typedef struct {").length - 1);
  assert.deepEqual([...declared.keys()].sort(), Object.keys(STRUCTS).sort());
  for (const [name, fields] of declared) {
    const expected = Object.entries(STRUCTS[name]).map(([field, type]) => [field, type.startsWith("*") ? "*void" : type]);
    assert.deepEqual(Object.entries(fields), expected, name);
  }
});

test("fields lie as C places them on wasm32", () => {
  const bytes = { size: 4, u32: 4, i32: 4, i64: 8, u64: 8, f64: 8 };
  /** Size and alignment, after the header's text alone. */
  const place = (name, offsets) => {
    let [end, aligned] = [0, 1];
    for (const [field, type] of Object.entries(declared.get(name))) {
      const size = bytes[type] ?? 4;
      while (end % size !== 0) end += 1;
      offsets.set(field, end);
      end += size;
      aligned = Math.max(aligned, size);
    }
    while (end % aligned !== 0) end += 1;
    return { size: end, aligned };
  };
  for (const name of declared.keys()) {
    const offsets = new Map();
    const { size, aligned } = place(name, offsets);
    const found = layout(name);
    assert.deepEqual([found.bytes, found.alignment], [size, aligned], name);
    assert.deepEqual(new Map([...found.fields].map(([field, { offset }]) => [field, offset])), offsets, name);
  }
  assert.deepEqual([layout("error").bytes, layout("error").fields.get("other_operand")?.offset], [56, 52]);
  assert.deepEqual([layout("sgd_momentum").bytes, layout("sgd_momentum").fields.get("momentum")?.offset], [48, 8]);
});

test("the constants are the header's", () => {
  for (const [name, constants] of Object.entries({ STATUS, OPERAND, FAULT, FORM, STORAGE, TYPE, UPDATE })) {
    const found = [...header.matchAll(new RegExp(`LACUNA_${name}_(\\w+) = (\\d+)`, "g"))].map(([, constant, number]) => [constant, Number(number)]);
    assert.deepEqual(Object.fromEntries(found), constants, name);
  }
});

test("a struct that the header does not have", () => {
  for (const name of ["csr_f32_i32", "dense_f32", "lacuna_csr", "CSR", "toString", ""]) assert.throws(() => layout(name), TypeError, name);
});
