/**
 * The line grammar that configuration files, inline commands and redis-cli share: words parted by
 * blanks; "double quotes" with \n \r \t \b \a \xHH and \<any>; 'single quotes' with \' only. A
 * closing quote must be followed by a blank or the end. Text is binary: one character a byte.
 */

const BLANK = /[ \t\n\v\f\r]/;
const ESCAPES: { readonly [c: string]: string } = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  a: '\x07',
};

/** The words of a line, or null when its quotes do not balance. */
export function splitWords(line: string): string[] | null {
  const words: string[] = [];
  // The reference works on C strings.
  const nul = line.indexOf('\0');
  const end = nul < 0 ? line.length : nul;
  let i = 0;
  for (;;) {
    while (i < end && BLANK.test(line.charAt(i))) i++;
    if (i >= end) return words;
    let word = '';
    let quote = '';
    for (;;) {
      const ch = i < end ? line.charAt(i) : '';
      if (quote !== '') {
        if (ch === '') return null;
        if (ch === quote) {
          const next = i + 1 < end ? line.charAt(i + 1) : '';
          if (next !== '' && !BLANK.test(next)) return null;
          i++;
          break;
        }
        if (ch === '\\' && quote === "'" && line.charAt(i + 1) === "'") {
          word += "'";
          i += 2;
        } else if (ch === '\\' && quote === '"' && i + 1 < end) {
          const hex = /^x([0-9a-fA-F]{2})/.exec(line.slice(i + 1, i + 4));
          if (hex) {
            word += String.fromCharCode(Number.parseInt(hex[1] as string, 16));
            i += 4;
          } else {
            const escaped = line.charAt(i + 1);
            word += ESCAPES[escaped] ?? escaped;
            i += 2;
          }
        } else {
          word += ch;
          i++;
        }
      } else if (ch === '' || ch === ' ' || ch === '\n' || ch === '\r' || ch === '\t') {
        break;
      } else {
        if (ch === '"' || ch === "'") quote = ch;
        else word += ch;
        i++;
      }
    }
    words.push(word);
  }
}

/** A word in double quotes, so that splitWords reads it back byte for byte. */
export function quoteWord(word: string): string {
  let out = '"';
  for (let i = 0; i < word.length; i++) {
    const ch = word.charAt(i);
    const code = word.charCodeAt(i);
    if (ch === '\\' || ch === '"') out += `\\${ch}`;
    else if (ch === '\n') out += '\\n';
    else if (ch === '\r') out += '\\r';
    else if (ch === '\t') out += '\\t';
    else if (code === 7) out += '\\a';
    else if (code === 8) out += '\\b';
    else if (code >= 32 && code < 127) out += ch;
    else out += `\\x${code.toString(16).padStart(2, '0')}`;
  }
  return `${out}"`;
}
