/**
 * LibSVM text: lines of `label [qid:n] index:value index:value ... [# comment]`.
 *
 * The grammar, the rounding and the messages are those of the program `lacuna`: query ids are checked and ignored, a label alone is a row without entries,
 * indices ascend.
 */
import { parseNumber } from "./number.mjs";

/** The largest feature, counted from 0, that an i32 index holds. */
const LARGEST = 2 ** 31 - 1;
/** Bytes of a wrong token that are shown. */
const EXCERPT = 40;
/** Digits that a double holds exactly. */
const EXACT_DIGITS = 15;

const [TAB, LINE_FEED, RETURN, BLANK, HASH, MINUS, COMMA, ZERO, NINE, COLON] = [9, 10, 13, 32, 35, 45, 44, 48, 57, 58];

/** Bytes that are no digits must stay none, whatever they mean. */
const latin1 = new TextDecoder("latin1");

/** What is wrong, and where: line and column count from 1, columns in bytes. */
export class LibsvmError extends Error {
  /**
   * @param {string} file
   * @param {string} reason
   * @param {{ line: number, column: number }} [place]
   */
  constructor(file, reason, place) {
    super(place ? `${file}:${place.line}:${place.column}: ${reason}` : `${file}: ${reason}`);
    this.name = "LibsvmError";
    this.numbers = place ?? {};
  }
}

/**
 * Rows in CSR form.
 * @typedef {object} Examples
 * @property {number} rows
 * @property {number} features The least number that has room for every index.
 * @property {0 | 1} base The file's number of the first feature.
 * @property {Float32Array | Float64Array} labels
 * @property {Int32Array} indptr
 * @property {Int32Array} indices Counted from 0, whatever the base.
 * @property {Float32Array | Float64Array} values
 */

/**
 * @param {Uint8Array} bytes
 * @param {{ name?: string, base?: 0 | 1 | "auto", type?: "f32" | "f64" }} [options] `name` stands in messages; `auto` is 1 if feature 0 never occurs.
 * @returns {Examples}
 * @throws {LibsvmError}
 */
export function parseLibsvm(bytes, { name = "data", base = "auto", type = "f32" } = {}) {
  const lines = new Lines(bytes, name, base, type);
  while (lines.more()) lines.line();
  const { labels, indptr, indices, values } = lines;
  if (labels.length === 0) throw new LibsvmError(name, "no rows");
  let [least, largest] = [Infinity, -1];
  for (const index of indices.content()) {
    least = Math.min(least, index);
    largest = Math.max(largest, index);
  }
  if (largest < 0) throw new LibsvmError(name, "no row has a feature");
  const found = base === "auto" ? (least > 0 ? 1 : 0) : base;
  const offset = base === "auto" ? found : 0;
  if (offset > 0) indices.content().forEach((index, entry, all) => (all[entry] = index - offset));
  return {
    rows: labels.length,
    features: largest + 1 - offset,
    base: /** @type {0 | 1} */ (found),
    labels: labels.content(),
    indptr: indptr.content(),
    indices: indices.content(),
    values: values.content(),
  };
}

/** A typed array that grows. */
class Growing {
  length = 0;
  #array;
  constructor(Type) {
    this.#array = new Type(1024);
  }
  push(number) {
    if (this.length === this.#array.length) {
      const larger = new this.#array.constructor(2 * this.length);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.length++] = number;
  }
  content() {
    return this.#array.subarray(0, this.length);
  }
}

class Lines {
  #bytes;
  #at = 0;
  #start = 0;
  #number = 0;
  #name;
  #base;
  #type;

  constructor(bytes, name, base, type) {
    this.#bytes = bytes;
    this.#name = name;
    this.#base = base === 1 ? 1 : 0;
    this.#type = type;
    const Value = type === "f32" ? Float32Array : Float64Array;
    this.labels = new Growing(Value);
    this.values = new Growing(Value);
    this.indptr = new Growing(Int32Array);
    this.indices = new Growing(Int32Array);
    this.indptr.push(0);
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
  }

  more() {
    return this.#at < this.#bytes.length;
  }

  line() {
    this.#number += 1;
    this.#start = this.#at;
    this.#skipBlanks();
    if (this.#endOfLine()) return;
    const label = this.#label();
    this.#skipBlanks();
    this.#queryId();
    // The lowest feature that keeps the row ascending.
    for (let least = 0; ; ) {
      this.#skipBlanks();
      if (this.#endOfLine()) break;
      least = (this.#plainEntry(least) ?? this.#entry(least)) + 1;
    }
    this.labels.push(label);
    this.indptr.push(this.indices.length);
  }

  #fail(at, reason) {
    throw new LibsvmError(this.#name, reason, { line: this.#number, column: at - this.#start + 1 });
  }

  #skipBlanks() {
    while (this.#bytes[this.#at] === BLANK || this.#bytes[this.#at] === TAB) this.#at += 1;
  }

  /** Goes behind the line, if nothing but its end or a comment is left of it. */
  #endOfLine() {
    const bytes = this.#bytes;
    if (bytes[this.#at] === HASH) {
      const end = bytes.indexOf(LINE_FEED, this.#at);
      this.#at = end < 0 ? bytes.length : end;
    }
    let end = this.#at;
    if (bytes[end] === RETURN) end += 1;
    if (end < bytes.length && bytes[end] !== LINE_FEED) return false;
    this.#at = Math.min(end + 1, bytes.length);
    return true;
  }

  /** Where the token ends that begins here. */
  #tokenEnd(at) {
    const bytes = this.#bytes;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === BLANK || byte === TAB || byte === LINE_FEED || byte === RETURN || byte === HASH) break;
    }
    return at;
  }

  #text(start, end) {
    return latin1.decode(this.#bytes.subarray(start, end));
  }

  #numberAt(start, end, wrong) {
    const number = parseNumber(this.#text(start, end), this.#type);
    if (number === undefined || !Number.isFinite(number)) this.#fail(start, wrong(number === undefined, excerpt(this.#bytes.subarray(start, end))));
    return number;
  }

  #label() {
    const start = this.#at;
    const end = this.#tokenEnd(start);
    if (end === start) this.#fail(start, "carriage return inside a line");
    const token = this.#bytes.subarray(start, end);
    const colon = token.indexOf(COLON);
    const last = colon < 0 ? end : start + colon;
    const label = this.#numberAt(start, last, (malformed, text) => {
      if (this.#bytes.subarray(start, last).includes(COMMA)) return `several labels \`${text}\`: only one is supported`;
      return `label \`${text}\` is not a ${malformed ? "number" : "finite number of this type"}`;
    });
    if (colon >= 0) this.#fail(start, `\`${excerpt(token)}\` is a feature of a row without a label, or a label with a weight`);
    this.#at = end;
    return label;
  }

  #queryId() {
    const start = this.#at + 4;
    if (this.#text(this.#at, start) !== "qid:") return;
    const end = this.#tokenEnd(start);
    if (!/^\d+$/.test(this.#text(start, end))) this.#fail(start, `query id \`${excerpt(this.#bytes.subarray(start, end))}\` is not an unsigned number`);
    this.#at = end;
  }

  /** Most entries: few digits, a colon, few digits. Its feature; undefined, and nothing read, for every other one. */
  #plainEntry(least) {
    const bytes = this.#bytes;
    let at = this.#at;
    const digits = () => {
      const first = at;
      let number = 0;
      for (let digit; (digit = bytes[at] - ZERO) >= 0 && digit <= 9; at += 1) number = 10 * number + digit;
      return at > first && at - first <= EXACT_DIGITS ? number : -1;
    };
    const feature = digits() - this.#base;
    if (feature < least || feature > LARGEST || bytes[at] !== COLON) return undefined;
    at += 1;
    const value = digits();
    if (value < 0 || (at < bytes.length && bytes[at] !== BLANK && bytes[at] !== LINE_FEED)) return undefined;
    this.indices.push(feature);
    this.values.push(value);
    this.#at = at;
    return feature;
  }

  #entry(least) {
    const start = this.#at;
    const end = this.#tokenEnd(start);
    if (end === start) this.#fail(start, "carriage return inside a line");
    const token = this.#bytes.subarray(start, end);
    const colon = token.indexOf(COLON);
    if (colon < 0) this.#fail(start, `feature \`${excerpt(token)}\` has no value`);
    const feature = this.#feature(start, start + colon, least);
    if (colon + 1 === token.length) this.#fail(end, `empty value after \`${excerpt(token)}\``);
    const value = this.#numberAt(start + colon + 1, end, (malformed, text) => {
      return `value \`${text}\` is not a ${malformed ? "number" : "finite number of this type"}`;
    });
    this.indices.push(feature);
    this.values.push(value);
    this.#at = end;
    return feature;
  }

  #feature(start, end, least) {
    const token = this.#bytes.subarray(start, end);
    const isNumber = (digits) => digits.length > 0 && digits.every((byte) => byte >= ZERO && byte <= NINE);
    if (token[0] === MINUS && isNumber(token.subarray(1))) this.#fail(start, `negative feature index \`${excerpt(token)}\``);
    if (!isNumber(token)) this.#fail(start, `\`${excerpt(token)}\` is not a feature index`);
    const index = token.reduce((number, byte) => 10 * number + (byte - ZERO), 0);
    const feature = index - this.#base;
    if (feature < 0) this.#fail(start, "feature index 0 in a one-based file");
    if (feature > LARGEST) this.#fail(start, `feature index ${excerpt(token)} does not fit the index type (at most ${LARGEST} from zero)`);
    if (feature < least) {
      const previous = least - 1 + this.#base;
      const rule = `feature index ${index} after ${previous}: indices must ascend`;
      this.#fail(start, index === previous ? `feature index ${index} appears twice` : rule);
    }
    return feature;
  }
}

/** The start of a token, fit to be printed. */
function excerpt(token) {
  const escapes = { 9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 39: "\\'", 92: "\\\\" };
  const shown = (byte) => escapes[byte] ?? (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`);
  return Array.from(token.subarray(0, EXCERPT), shown).join("") + (token.length > EXCERPT ? "..." : "");
}
