/** Arrays and structs in the module's memory. */
import { TYPES, layout } from "./layout.mjs";

/** @typedef {import("./kernels.mjs").Kernels} Kernels */
/** @typedef {import("./layout.mjs").ElementType} ElementType */

/** What a view lies in, so that its memory stays while the view is used. */
const OWNER = Symbol("owner");

/** An array in the module's memory, which is given back some time after neither the array nor its `view` is used any more, or at once by `free`. */
export class WasmArray {
  #kernels;
  /** What the memory belongs to, if not to this. */
  #owner;
  /** @type {any} */
  #view;
  /**
   * @param {Kernels} kernels
   * @param {ElementType} type
   * @param {number} pointer
   * @param {number} length
   * @param {object} [owner] Stays while this does.
   */
  constructor(kernels, type, pointer, length, owner) {
    this.#kernels = kernels;
    this.#owner = owner;
    this.type = type;
    this.pointer = pointer;
    this.length = length;
  }

  /** A typed array of the elements, not a copy. It is of use until the module's memory grows: do not keep it across anything that takes memory, ask again. */
  get view() {
    const { buffer } = this.#kernels.memory;
    if (this.#view?.buffer !== buffer) {
      this.#view = new TYPES[this.type].array(buffer, this.pointer, this.length);
      this.#view[OWNER] = this;
    }
    return this.#view;
  }

  /** Gives the memory back at once. Neither this array, nor a part or a view of it, nor a struct with it may be used again. */
  free() {
    if (this.#owner) throw new TypeError("this array is a part of another one, which is freed instead");
    this.#kernels.give(this);
  }

  /**
   * The elements from `start` to before `end`, in the same memory.
   * @param {number} start
   * @param {number} end
   */
  part(start, end) {
    if (!(0 <= start && start <= end && end <= this.length)) throw new RangeError(`elements ${start} to ${end} of ${this.length}`);
    return new WasmArray(this.#kernels, this.type, this.pointer + start * TYPES[this.type].bytes, end - start, this);
  }
}

/** A struct in the module's memory. The arrays that it points to stay while it does. */
export class WasmStruct {
  #kernels;
  /** The array of each field. */
  #held = new Map();
  /**
   * @param {Kernels} kernels
   * @param {string} name
   * @param {number} pointer
   */
  constructor(kernels, name, pointer) {
    this.#kernels = kernels;
    this.name = name;
    this.pointer = pointer;
    this.layout = layout(name);
  }

  /** Where the fields that are pointers point to. */
  get pointers() {
    return this.layout.views?.map((offset) => this.#kernels.bytes.getUint32(this.pointer + offset, true)) ?? [];
  }

  /**
   * Keeps these while this struct is used.
   * @param {any[]} items
   */
  keep(items) {
    this.#held.set("", items.filter((item) => item !== this));
  }

  /** Gives the memory of the struct back at once, not that of its arrays. */
  free() {
    this.#kernels.give(this);
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
    this.#kernels.bytes[TYPES[type].write](this.pointer + offset, number, true);
    if (target) this.#held.set(name, value);
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
    return this.#kernels.bytes[TYPES[type].read](this.pointer + offset, true);
  }
}
