/** A finite double as C's printf("%.<precision>g") writes it. */
export function formatG(n: number, precision: number): string {
  if (Number.isInteger(n) && Math.abs(n) < 10 ** precision && !Object.is(n, -0)) return String(n);
  if (n === 0) return Object.is(n, -0) ? '-0' : '0';
  const sign = n < 0 ? '-' : '';
  const [mantissa, exponentText] = rounded(Math.abs(n), precision).split('e') as [string, string];
  const exponent = Number(exponentText);
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  if (exponent < -4 || exponent >= precision) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** toExponential with ties to even, where JavaScript rounds them up. */
function rounded(n: number, precision: number): string {
  const up = n.toExponential(precision - 1);
  const next = n.toExponential(precision);
  if (!/5e/.test(next)) return up;
  // A double below 2^53 that ends in an exact 5 has few digits: 60 more show whether it is a tie.
  const exact = n.toExponential(Math.min(100, precision + 60));
  const dot = exact.indexOf('.');
  const tail = exact.slice(dot + 1 + precision, exact.indexOf('e'));
  const last = Number(exact[dot + precision - 1] === '.' ? exact[0] : exact[dot + precision - 1]);
  if (/[1-9]/.test(tail) || exact[dot + precision] !== '5' || last % 2 !== 0) return up;
  const truncated = precision === 1 ? exact.slice(0, 1) : exact.slice(0, dot + precision);
  return `${truncated}${exact.slice(exact.indexOf('e'))}`;
}
