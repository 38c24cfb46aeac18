import { AnalysisError } from '../core/errors.ts';

/** Character classes of java.util.regex by name, as bodies of a JavaScript class. */
const JAVA_CLASSES: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7f',
  Alpha: 'a-zA-Z',
  Digit: '0-9',
  Alnum: 'a-zA-Z0-9',
  Punct: '!-\\/:-@\\[-`\\{-~',
  Graph: '!-~',
  Print: ' -~',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1f\\x7f',
  XDigit: '0-9a-fA-F',
  Space: ' \\t\\n\\v\\f\\r',
  IsAlphabetic: '\\p{Alphabetic}',
  IsIdeographic: '\\p{Ideographic}',
  IsLetter: '\\p{L}',
  IsLowercase: '\\p{Lowercase}',
  IsUppercase: '\\p{Uppercase}',
  IsPunctuation: '\\p{P}',
  IsWhite_Space: '\\p{White_Space}',
  IsDigit: '\\p{Nd}',
  javaLowerCase: '\\p{Lowercase}',
  javaUpperCase: '\\p{Uppercase}',
  javaWhitespace:
    '\\t-\\r\\x1c-\\x20\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000',
};

const CATEGORY =
  /^(?:L|Lu|Ll|Lt|Lm|Lo|M|Mn|Mc|Me|N|Nd|Nl|No|P|Pc|Pd|Ps|Pe|Pi|Pf|Po|S|Sm|Sc|Sk|So|Z|Zs|Zl|Zp|C|Cc|Cf|Cs|Co|Cn)$/;

function property(name: string, negated: boolean, inClass: boolean): string {
  const body = JAVA_CLASSES[name];
  if (body !== undefined) {
    // Inside a class a nested class carries the negation (the `v` flag allows it).
    if (negated) return `[^${body}]`;
    return inClass ? `[${body}]` : `[${body}]`;
  }
  const prefix = negated ? '\\P' : '\\p';
  if (CATEGORY.test(name)) return `${prefix}{${name}}`;
  if (CATEGORY.test(name.replace(/^Is/, ''))) return `${prefix}{${name.slice(2)}}`;
  const script = name.replace(/^(?:Is|In|script=|sc=|block=|blk=)/, '');
  return `${prefix}{Script=${script}}`;
}

const FLAG_LETTERS: Readonly<Record<string, string>> = { i: 'i', m: 'm', s: 's' };
const SYNTAX = '^$\\.*+?()[]{}|/';

/**
 * The JavaScript expression for one of java.util.regex. Possessive quantifiers and atomic groups become greedy ones;
 * what JavaScript cannot say is an error.
 */
export function javaPattern(source: string, flagNames?: string): RegExp {
  let flags = parseFlags(flagNames);
  let out = '';
  let at = 0;
  let depth = 0;
  const leading = /^\(\?([a-zA-Z]+)\)/.exec(source);
  if (leading !== null) {
    for (const letter of leading[1] as string) flags += FLAG_LETTERS[letter] ?? '';
    if ((leading[1] as string).includes('x')) flags += 'x';
    at = leading[0].length;
  }
  const comments = flags.includes('x');
  const literal = flags.includes('q');
  if (literal) return compile(escapeAll(source), flags, source);
  while (at < source.length) {
    const char = source[at] as string;
    if (char === '\\') {
      const [text, next] = translateEscape(source, at, depth > 0);
      out += text;
      at = next;
      continue;
    }
    if (depth > 0) {
      if (char === '[') depth++;
      else if (char === ']') depth--;
      if (char === '&' && source[at + 1] === '&') {
        out += '&&';
        at += 2;
        continue;
      }
      // Under the `v` flag these need an escape inside a class; in Java they stand for themselves.
      out += '(){}/|'.includes(char) ? `\\${char}` : doubled(source, at);
      at++;
      continue;
    }
    if (comments && /\s/.test(char)) {
      at++;
      continue;
    }
    if (comments && char === '#') {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end + 1;
      continue;
    }
    if (char === '[') {
      depth = 1;
      out += '[';
      at++;
      if (source[at] === '^') {
        out += '^';
        at++;
      }
      if (source[at] === ']') {
        out += '\\]';
        at++;
      }
      continue;
    }
    if (source.startsWith('(?>', at)) {
      out += '(?:';
      at += 3;
      continue;
    }
    out += char === '/' ? '\\/' : char;
    at++;
    if ('*+?}'.includes(char) && source[at] === '+') at++;
  }
  return compile(out, flags, source);
}

/** A character of a class, escaped when doubled punctuation would be an operator under the `v` flag. */
function doubled(source: string, at: number): string {
  const char = source[at] as string;
  return char === source[at + 1] && '!#$%*+,.:;<=>?@^`~-'.includes(char) ? `\\${char}` : char;
}

function translateEscape(source: string, at: number, inClass: boolean): [string, number] {
  const char = source[at + 1];
  if (char === undefined) return ['\\\\', at + 1];
  switch (char) {
    case 'Q': {
      const end = source.indexOf('\\E', at + 2);
      const stop = end < 0 ? source.length : end;
      return [escapeAll(source.slice(at + 2, stop)), end < 0 ? stop : stop + 2];
    }
    case 'A':
      return ['(?<![\\s\\S])', at + 2];
    case 'z':
      return ['(?![\\s\\S])', at + 2];
    case 'Z':
      return ['(?=\\n?(?![\\s\\S]))', at + 2];
    case 'h':
      return [inClass ? ' \\t\\xa0' : '[ \\t\\xa0]', at + 2];
    case 'R':
      return ['(?:\\r\\n|[\\n-\\r\\u2028\\u2029])', at + 2];
    case 'e':
      return ['\\x1b', at + 2];
    case 'a':
      return ['\\x07', at + 2];
    case 's':
      return [inClass ? ' \\t\\n\\v\\f\\r' : '[ \\t\\n\\v\\f\\r]', at + 2];
    case 'S':
      return ['[^ \\t\\n\\v\\f\\r]', at + 2];
    case 'x': {
      const braced = /^\{([0-9a-fA-F]+)\}/.exec(source.slice(at + 2));
      if (braced !== null) return [`\\u{${braced[1]}}`, at + 2 + braced[0].length];
      return [source.slice(at, at + 4), at + 4];
    }
    case 'u':
      return [source.slice(at, at + 6), at + 6];
    case 'p':
    case 'P': {
      const braced = /^\{([^}]*)\}/.exec(source.slice(at + 2));
      const name = braced === null ? (source[at + 2] ?? '') : (braced[1] as string);
      const length = braced === null ? 1 : braced[0].length;
      return [property(name, char === 'P', inClass), at + 2 + length];
    }
    default: {
      const code = source.codePointAt(at + 1) as number;
      const text = String.fromCodePoint(code);
      const next = at + 1 + text.length;
      if (/[a-zA-Z0-9]/.test(text)) return [`\\${text}`, next];
      const mustEscape = SYNTAX.includes(text) || (inClass && '-&!#%,:;<=>@`~'.includes(text));
      return [mustEscape ? `\\${text}` : text, next];
    }
  }
}

function escapeAll(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
}

function parseFlags(names: string | undefined): string {
  if (names === undefined || names === '') return '';
  const table: Readonly<Record<string, string>> = {
    CASE_INSENSITIVE: 'i',
    MULTILINE: 'm',
    DOTALL: 's',
    UNICODE_CASE: '',
    CANON_EQ: '',
    UNIX_LINES: '',
    LITERAL: 'q',
    COMMENTS: 'x',
    UNICODE_CHAR_CLASS: '',
    UNICODE_CHARACTER_CLASS: '',
  };
  let flags = '';
  for (const name of names.split('|')) {
    const trimmed = name.trim();
    if (trimmed === '') continue;
    const letter = table[trimmed.toUpperCase()];
    if (letter === undefined) throw new AnalysisError(`Unknown regex flag [${trimmed}]`);
    flags += letter;
  }
  return flags;
}

function compile(source: string, flags: string, original: string): RegExp {
  const own = [...new Set(flags)].filter((flag) => 'ims'.includes(flag)).join('');
  try {
    return new RegExp(source, `${own}v`);
  } catch (error) {
    throw new AnalysisError(syntaxReason(error as Error, original), 'pattern_syntax_exception');
  }
}

/** Java's words for what is wrong, by what the runtime says of it; with the place where Java can tell it. */
const REASONS: readonly (readonly [
  said: RegExp,
  reason: string,
  at: (source: string) => number,
])[] = [
  [/range out of order/, 'Illegal character range', (source) => source.indexOf('-') + 1],
  [/missing \)/, 'Unclosed group', (source) => source.length],
  [
    /unmatched parentheses|unmatched \)/,
    "Unmatched closing ')'",
    (source) => source.lastIndexOf(')') - 1,
  ],
  [
    /missing terminating \]|character class/,
    'Unclosed character class',
    (source) => source.length - 1,
  ],
  [
    /nothing to repeat/,
    'Dangling meta character',
    (source) => source.search(/(?<=^|[*+?(|])[*+?]/),
  ],
  [/escape/, 'Illegal/unsupported escape sequence', (source) => source.indexOf('\\') + 1],
];

function syntaxReason({ message }: Error, source: string): string {
  const found = REASONS.find(([said]) => said.test(message));
  if (found === undefined) return `${message} near index 0\n${source}`;
  const [, reason, at] = found;
  const index = at(source);
  const sign = reason.startsWith('Dangling') ? ` '${source[index] ?? ''}'` : '';
  const place = index < 0 ? '' : ` near index ${index}`;
  // Java draws a caret under a place within the pattern.
  const caret = index >= 0 && index < source.length ? `\n${' '.repeat(index)}^` : '';
  return `${reason}${sign}${place}\n${source}${caret}`;
}
