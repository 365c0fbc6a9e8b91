/** SHA-256 (FIPS 180-4). Browsers offer their own on secure pages only, and tables are also played on plain ones. */

/** The first 32 bits of the fractions of a root of the first primes. */
function fractions(count: number, root: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => ((prime ** (1 / root) % 1) * 2 ** 32) | 0);
}

const START = fractions(8, 2);
const ROUNDS = fractions(64, 3);
const BLOCK = 64;

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** A message with its padding: a one, zeros, and its length in bits. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, message.length * 8);
  return view;
}

function compress(state: number[], block: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, i) => block.getInt32(at + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [near, far] = [words[i - 2]!, words[i - 15]!];
    const one = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    const other = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    words.push((words[i - 16]! + other + words[i - 7]! + one) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]!) | 0);
}

/** The hash of all parts, one after the other. */
export function sha256(...parts: Uint8Array[]): Uint8Array {
  const message = padded(Uint8Array.from(parts.flatMap((part) => [...part])));
  let state = START;
  for (let at = 0; at < message.byteLength; at += BLOCK) state = compress(state, message, at);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => hash.setInt32(4 * i, word));
  return new Uint8Array(hash.buffer);
}

export const text = (value: string): Uint8Array => new TextEncoder().encode(value);
export const unhex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
