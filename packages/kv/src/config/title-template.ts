/** The template of the process title: text with {variables}, '{{' for a brace. */

export type TitleVariables = { readonly [name: string]: string };

const NAMES = [
  'title',
  'listen-addr',
  'server-mode',
  'config-file',
  'port',
  'tls-port',
  'unixsocket',
] as const;

/** The title, or null when the template is malformed or names an unknown variable. */
export function expandTitle(template: string, variables: TitleVariables): string | null {
  let out = '';
  let i = 0;
  for (;;) {
    const open = template.indexOf('{', i);
    if (open < 0) return (out + template.slice(i)).replace(/^ +| +$/g, '');
    out += template.slice(i, open);
    if (template.charAt(open + 1) === '{') {
      out += '{';
      i = open + 2;
      continue;
    }
    const close = template.indexOf('}', open + 1);
    const value = close < 0 ? undefined : variables[template.slice(open + 1, close)];
    if (value === undefined) return null;
    out += value;
    i = close + 1;
  }
}

/** The reference expands with an empty title and refuses a template that comes out empty. */
export function checkTitleTemplate(template: string): string | null {
  const sample: { [name: string]: string } = {};
  for (const name of NAMES) sample[name] = name === 'listen-addr' ? '*:6379' : '';
  sample.port = sample['tls-port'] = '0';
  sample['config-file'] = '-';
  const title = expandTitle(template, sample);
  return title === null || title === ''
    ? 'template format is invalid or contains unknown variables'
    : null;
}
