// Replays recorded calls of the C ABI in a WebAssembly module: node replay.mjs MODULE CALLS. Prints the title and the hash of each case.
import { readFileSync } from "node:fs";

const [module, calls] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module));
const { memory, replay_case: replayCase, __heap_base: heapBase } = instance.exports;
const faults = { "-1": "a case is not a record of this version", "-2": "a case calls a function that the module does not have" };
const align = (address, to) => Math.ceil(address / to) * to;

/** Makes the memory at least so large. */
function reserve(bytes) {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 65536));
}

/** Lays the case, the hash and the arguments out behind the module's own memory. */
function replay(bytes, room) {
  const hashPlace = align(heapBase.value, 16);
  const casePlace = hashPlace + 16;
  const argumentPlace = align(casePlace + bytes.length, 16);
  reserve(argumentPlace + room);
  new Uint8Array(memory.buffer).set(bytes, casePlace);
  const answer = replayCase(casePlace, bytes.length, argumentPlace, room, hashPlace);
  const hash = new DataView(memory.buffer).getBigUint64(hashPlace, true);
  return answer === -3 ? replay(bytes, align(Number(hash), 65536) * 2) : { answer, hash };
}

const file = readFileSync(calls);
const lines = [];
for (let place = 0; place < file.length; ) {
  const length = Number(file.readBigUInt64LE(place));
  const bytes = file.subarray(place + 8, place + 8 + length);
  place += 8 + length;
  const title = bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))).toString();
  const { answer, hash } = replay(bytes, 1 << 20);
  if (answer < 0) {
    console.error(`${title}: ${faults[answer]}`);
    process.exit(1);
  }
  lines.push(`${title} ${hash.toString(16).padStart(16, "0")}`);
}
console.log(lines.join("\n"));
