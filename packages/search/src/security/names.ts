/** Wildcards of privileges, index names and actions: `*` any run, `?` one character, `/…/` a regular expression. */

const compiled = new Map<string, RegExp>();
const MAX_COMPILED = 10_000;

/** True when `text` matches one of the patterns. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => pattern === text || patternOf(pattern).test(text));
}

function patternOf(pattern: string): RegExp {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    expression = compile(pattern);
    compiled.set(pattern, expression);
  }
  return expression;
}

function compile(pattern: string): RegExp {
  if (pattern.length > 1 && pattern.startsWith('/') && pattern.endsWith('/')) {
    try {
      return new RegExp(`^(?:${pattern.slice(1, -1)})$`, 's');
    } catch {
      return /(?!)/;
    }
  }
  const source = pattern.replace(/\*+|\?|[^*?]+/g, (part) =>
    part.startsWith('*') ? '.*' : part === '?' ? '.' : RegExp.escape(part),
  );
  return new RegExp(`^${source}$`, 's');
}
