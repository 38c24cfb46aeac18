/** Percent-decoding with the reference's errors. */
import { illegalArgument } from '../errors/search-error.ts';

/** `plus`: a plus sign stands for a blank (query strings, not paths). */
export function decodeComponent(text: string, plus: boolean): string {
  const spaced = plus ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  const bad = /%(?![0-9a-fA-F]{2})/.exec(spaced);
  if (bad !== null) {
    const rest = text.slice(bad.index + 1, bad.index + 3);
    throw illegalArgument(
      rest.length < 2
        ? `unterminated escape sequence at end of string: ${text}`
        : `invalid escape sequence \`%${rest}' at index ${bad.index} of: ${text}`,
    );
  }
  const bytes = Buffer.from(
    spaced.replace(/%([0-9a-fA-F]{2})|[^%]+/g, (part, hex: string | undefined) =>
      hex === undefined ? Buffer.from(part).toString('hex') : hex,
    ),
    'hex',
  );
  return bytes.toString('utf8');
}

/** The parameters of a query string; a name alone has the empty value, the last of many wins. */
export function parseQuery(query: string): Map<string, string> {
  const params = new Map<string, string>();
  for (const part of query.split(/[&;]/)) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = decodeComponent(at === -1 ? part : part.slice(0, at), true);
    const value = at === -1 ? '' : decodeComponent(part.slice(at + 1), true);
    if (name !== '') params.set(name, value);
  }
  return params;
}
