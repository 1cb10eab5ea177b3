/** Memory of a module that has no allocator. */

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65536;
/** Of every block; its size is a multiple of it. */
const ALIGNMENT = 16;

/** Hands out the memory above the module's own. The first free block that is large enough is taken; neighbours that are free become one. */
export class Heap {
  #memory;
  #end;
  /** Bytes of each block that is handed out, by its address. */
  #taken = new Map();
  /**
   * Free blocks below the end, by ascending addresses.
   * @type {{ start: number, size: number }[]}
   */
  #free = [];

  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} start Where the module's own memory ends.
   */
  constructor(memory, start) {
    this.#memory = memory;
    this.#end = rounded(start);
  }

  /** Bytes that are handed out. */
  get inUse() {
    let sum = 0;
    for (const size of this.#taken.values()) sum += size;
    return sum;
  }

  /**
   * A block that holds anything.
   * @param {number} bytes
   * @returns {number} Its address, a multiple of 16.
   */
  take(bytes) {
    const size = Math.max(rounded(bytes), ALIGNMENT);
    const place = this.#free.findIndex((block) => block.size >= size);
    const start = place < 0 ? this.#grow(size) : this.#free[place].start;
    if (place >= 0) {
      const block = this.#free[place];
      block.start += size;
      block.size -= size;
      if (block.size === 0) this.#free.splice(place, 1);
    }
    this.#taken.set(start, size);
    return start;
  }

  #grow(size) {
    // A free block at the end is the beginning of the new one.
    const last = this.#free.at(-1);
    const extends_ = last !== undefined && last.start + last.size === this.#end;
    const start = extends_ ? last.start : this.#end;
    const missing = Math.ceil((start + size - this.#memory.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        this.#memory.grow(missing);
      } catch {
        throw new RangeError(`${size} bytes are more than the module's memory can give: it has ${this.inUse} in use, and 4 GiB at most`);
      }
    }
    if (extends_) this.#free.pop();
    this.#end = start + size;
    return start;
  }

  /**
   * Takes a block back.
   * @param {number} start Its address.
   */
  give(start) {
    const size = this.#taken.get(start);
    if (size === undefined) throw new RangeError(`no block at ${start} is in use`);
    this.#taken.delete(start);
    const free = this.#free;
    // The first free block behind it.
    let [low, high] = [0, free.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (free[middle].start < start) low = middle + 1;
      else high = middle;
    }
    free.splice(low, 0, { start, size });
    const [before, own, behind] = [free[low - 1], free[low], free[low + 1]];
    if (behind && own.start + own.size === behind.start) {
      own.size += behind.size;
      free.splice(low + 1, 1);
    }
    if (before && before.start + before.size === own.start) {
      before.size += own.size;
      free.splice(low, 1);
    }
  }
}

function rounded(bytes) {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
