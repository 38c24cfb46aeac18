/** Bytes for people: 1.00K, 23.50G. */
const UNITS = 'KMGTP';

export function humanBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  for (let i = 0; i < UNITS.length; i++) {
    if (bytes < 1024 ** (i + 2)) return `${(bytes / 1024 ** (i + 1)).toFixed(2)}${UNITS.charAt(i)}`;
  }
  return `${bytes}B`;
}
