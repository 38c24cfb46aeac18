/** Socket addresses as the kernel lays them out (Linux): IPv4, IPv6 and unix. */
import { AF_INET, AF_INET6, AF_UNIX } from './socket-calls.ts';

/** Bytes of a sockaddr for this host (a literal address) and port. */
export function encodeAddress(host: string, port: number): Buffer {
  if (host.includes(':')) {
    const b = Buffer.alloc(28);
    b.writeUInt16LE(AF_INET6, 0);
    b.writeUInt16BE(port, 2);
    expandIpv6(host).forEach((word, i) => {
      b.writeUInt16BE(word, 8 + i * 2);
    });
    return b;
  }
  const b = Buffer.alloc(16);
  b.writeUInt16LE(AF_INET, 0);
  b.writeUInt16BE(port, 2);
  host.split('.').forEach((part, i) => {
    b[4 + i] = Number(part);
  });
  return b;
}

export function encodeUnixPath(path: string): Buffer {
  const b = Buffer.alloc(110);
  b.writeUInt16LE(AF_UNIX, 0);
  b.write(path, 2);
  return b;
}

export interface Peer {
  /** "ip:port", "[v6]:port", or "path:0" for a unix socket. */
  readonly text: string;
  readonly loopback: boolean;
}

export function decodeAddress(b: Buffer, unixPath: string): Peer {
  const family = b.readUInt16LE(0);
  if (family === AF_INET) {
    const ip = `${b[4]}.${b[5]}.${b[6]}.${b[7]}`;
    return { text: `${ip}:${b.readUInt16BE(2)}`, loopback: b[4] === 127 };
  }
  if (family === AF_INET6) {
    const words: number[] = [];
    for (let i = 0; i < 8; i++) words.push(b.readUInt16BE(8 + i * 2));
    const ip = compressIpv6(words);
    const mapped = ip.startsWith('::ffff:127.');
    return { text: `[${ip}]:${b.readUInt16BE(2)}`, loopback: ip === '::1' || mapped };
  }
  return { text: `${unixPath}:0`, loopback: true };
}

function expandIpv6(host: string): number[] {
  const [head = '', tail] = host.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((w) => Number.parseInt(w, 16));
}

function compressIpv6(words: readonly number[]): string {
  let best = -1;
  let bestLength = 1;
  for (let i = 0; i < 8; i++) {
    let n = 0;
    while (i + n < 8 && words[i + n] === 0) n++;
    if (n > bestLength) [best, bestLength] = [i, n];
  }
  const hex = (part: readonly number[]) => part.map((w) => w.toString(16)).join(':');
  if (best < 0) return hex(words);
  return `${hex(words.slice(0, best))}::${hex(words.slice(best + bestLength))}`;
}
