/** Addresses as 16 bytes, IPv4 mapped into IPv6: their byte order is their order. */
import { illegalArgument } from '../../errors/search-error.ts';

const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** The bytes of an address text; throws the reference's illegal_argument. */
export function parseIp(text: string): Uint8Array {
  const bytes = parseV4(text) ?? parseV6(text);
  if (bytes === undefined) throw illegalArgument(`'${text}' is not an IP string literal.`);
  return bytes;
}

function parseV4(text: string): Uint8Array | undefined {
  const match = V4.exec(text);
  if (match === null) return undefined;
  const bytes = new Uint8Array(16);
  bytes[10] = 0xff;
  bytes[11] = 0xff;
  for (let i = 0; i < 4; i += 1) {
    const part = match[i + 1] as string;
    if (Number(part) > 255 || (part.length > 1 && part.startsWith('0'))) return undefined;
    bytes[12 + i] = Number(part);
  }
  return bytes;
}

function parseV6(text: string): Uint8Array | undefined {
  let address = text;
  const tail = /^(.*:)([\d.]+)$/.exec(text);
  if (tail !== null && (tail[2] as string).includes('.')) {
    const v4 = parseV4(tail[2] as string);
    if (v4 === undefined) return undefined;
    const hex = (at: number) => (((v4[at] as number) << 8) | (v4[at + 1] as number)).toString(16);
    address = `${tail[1]}${hex(12)}:${hex(14)}`;
  }
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const words = (half: string | undefined) => (half ? half.split(':') : []);
  const head = words(halves[0]);
  const rest = words(halves[1]);
  const missing = 8 - head.length - rest.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const all = [...head, ...Array<string>(Math.max(0, missing)).fill('0'), ...rest];
  const bytes = new Uint8Array(16);
  for (const [i, word] of all.entries()) {
    if (!/^[0-9a-fA-F]{1,4}$/.test(word)) return undefined;
    const value = Number.parseInt(word, 16);
    bytes[2 * i] = value >> 8;
    bytes[2 * i + 1] = value & 255;
  }
  return bytes;
}

/** The shortest text of an address, as the reference prints it. */
export function ipText(bytes: Uint8Array): string {
  const isV4 =
    bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;
  if (isV4) return bytes.subarray(12, 16).join('.');
  const words = Array.from({ length: 8 }, (_, i) =>
    (((bytes[2 * i] as number) << 8) | (bytes[2 * i + 1] as number)).toString(16),
  );
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (words[end] === '0') end += 1;
    if (end - start > best.length) best = { start, length: end - start };
  }
  if (best.start < 0) return words.join(':');
  return `${words.slice(0, best.start).join(':')}::${words.slice(best.start + best.length).join(':')}`;
}

/** First and last address of `10.0.0.0/8`; throws illegal_argument. */
export function cidrRange(text: string): [Uint8Array, Uint8Array] {
  const [address, prefixText, ...more] = text.split('/');
  if (address === undefined || prefixText === undefined || more.length > 0) {
    throw illegalArgument(`Expected [ip/prefix] but was [${text}]`);
  }
  const low = parseIp(address);
  const isV4 = V4.test(address);
  const prefix = Number(prefixText);
  if (!/^\d+$/.test(prefixText) || prefix > (isV4 ? 32 : 128)) {
    throw illegalArgument(
      `Illegal prefix length [${prefixText}] in [${text}]. Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges`,
    );
  }
  const high = low.slice();
  for (let bit = prefix + (isV4 ? 96 : 0); bit < 128; bit += 1) {
    const mask = 0x80 >> (bit & 7);
    low[bit >> 3] = (low[bit >> 3] as number) & ~mask;
    high[bit >> 3] = (high[bit >> 3] as number) | mask;
  }
  return [low, high];
}
