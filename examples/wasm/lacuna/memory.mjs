/** Arrays and structs in the module's memory. */
import { TYPES, layout } from "./layout.mjs";

/** @typedef {import("./lacuna.mjs").Lacuna} Lacuna */
/** @typedef {import("./layout.mjs").ElementType} ElementType */

/** An array in the module's memory. */
export class WasmArray {
  #lacuna;
  /** @type {any} */
  #view;
  /**
   * @param {Lacuna} lacuna
   * @param {ElementType} type
   * @param {number} pointer
   * @param {number} length
   */
  constructor(lacuna, type, pointer, length) {
    this.#lacuna = lacuna;
    this.type = type;
    this.pointer = pointer;
    this.length = length;
  }

  /** A typed array of the elements, not a copy. It is of use until the module's memory grows: do not keep it across anything that takes memory, ask again. */
  get view() {
    const { buffer } = this.#lacuna.memory;
    if (this.#view?.buffer !== buffer) this.#view = new TYPES[this.type].array(buffer, this.pointer, this.length);
    return this.#view;
  }

  /**
   * The elements from `start` to before `end`, in the same memory.
   * @param {number} start
   * @param {number} end
   */
  part(start, end) {
    if (!(0 <= start && start <= end && end <= this.length)) throw new RangeError(`elements ${start} to ${end} of ${this.length}`);
    return new WasmArray(this.#lacuna, this.type, this.pointer + start * TYPES[this.type].bytes, end - start);
  }
}

/** A struct in the module's memory. */
export class WasmStruct {
  #lacuna;
  /**
   * @param {Lacuna} lacuna
   * @param {string} name
   * @param {number} pointer
   */
  constructor(lacuna, name, pointer) {
    this.#lacuna = lacuna;
    this.name = name;
    this.pointer = pointer;
    this.layout = layout(name);
  }

  #field(name) {
    const field = this.layout.fields.get(name);
    if (!field) throw new TypeError(`lacuna_${this.name} has no field ${name}`);
    return field;
  }

  /**
   * Sets fields. A pointer is a `WasmArray`, an address or null. The first array also sets the `lacuna_type` that it is of; later ones must be of the same.
   * @param {Record<string, any>} values
   */
  set(values) {
    for (const [name, value] of Object.entries(values)) this.#write(name, value);
    return this;
  }

  #write(name, value) {
    const { offset, type, target } = this.#field(name);
    if (value instanceof WasmArray) this.#setType(name, target, value.type);
    const number = target ? (value?.pointer ?? value ?? 0) : value;
    const whole = type === "size" || type === "u32";
    if (whole ? !(Number.isInteger(number) && number >= 0 && number < 2 ** 32) : typeof number !== (type === "i64" || type === "u64" ? "bigint" : "number")) {
      throw new TypeError(`${name} of lacuna_${this.name} cannot be ${String(number)}`);
    }
    this.#lacuna.bytes[TYPES[type].write](this.pointer + offset, number, true);
  }

  /** Names the type of an array in the struct. */
  #setType(name, target, type) {
    const { tag } = TYPES[type];
    const known = target && this.get(target);
    if (!target || tag === 0 || (known !== 0 && known !== tag)) {
      const expected = Object.keys(TYPES).find((other) => known && TYPES[other].tag === known) ?? "another type";
      throw new TypeError(`${name} of lacuna_${this.name} is ${target ? `an array of ${expected}` : "a number"}, not an array of ${type}`);
    }
    if (known === 0) this.set({ [target]: tag });
  }

  /**
   * A field; a pointer is its address.
   * @param {string} name
   * @returns {any} A BigInt for a 64-bit integer, else a number.
   */
  get(name) {
    const { offset, type } = this.#field(name);
    return this.#lacuna.bytes[TYPES[type].read](this.pointer + offset, true);
  }
}
