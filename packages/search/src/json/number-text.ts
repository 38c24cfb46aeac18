/** Numbers as the reference prints them: the shortest digits, in Java's notation. */

/** `1.0`, `0.001`, `1.0E7`, `1.234E-5`; `NaN` and the infinities come quoted from the caller. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return value > 0 ? 'Infinity' : '-Infinity';
  if (size >= 1e-3 && size < 1e7) {
    const text = String(value);
    return Number.isInteger(value) ? `${text}.0` : text;
  }
  return scientific(value.toExponential());
}

/** The same for single precision: the fewest digits that still name this float. */
export function floatText(value: number): string {
  const float = Math.fround(value);
  if (!Number.isFinite(float) || float === 0) return doubleText(float);
  return doubleText(shortestFloat(float));
}

/** The double with the fewest digits that rounds to this float; nine digits always do. */
function shortestFloat(float: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const candidate = Number(float.toPrecision(digits));
    if (Math.fround(candidate) === float) return candidate;
  }
  return Number(float.toPrecision(9));
}

function scientific(text: string): string {
  const [mantissa, exponent] = text.split('e') as [string, string];
  const digits = mantissa.includes('.') ? mantissa : `${mantissa}.0`;
  return `${digits}E${exponent.replace('+', '')}`;
}
