/** Tables of `_cat`: text columns with `v`, `h`, `s` and `help`, or JSON and YAML. */
import { SearchError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { patternTest } from '../../metadata/index-names.ts';
import { bytesText, timeText } from '../../settings/units.ts';

export interface Column {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  /** Not shown unless asked for. */
  readonly hidden?: boolean;
  readonly right?: boolean;
}

/** Bytes and milliseconds are printed in units; null is an empty cell. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { readonly bytes: number }
  | { readonly time: number };
export type Row = Readonly<Record<string, Cell>>;

export const CAT_PARAMS = [
  'v',
  'h',
  's',
  'help',
  'format',
  'bytes',
  'time',
  'local',
  'master_timeout',
  'pri',
];

/** `name,alias1,alias2|description`, `-` before a hidden column, `>` before one set to the right. */
export function columns(...lines: readonly string[]): Column[] {
  return lines.map((line) => {
    const [head = '', description = ''] = line.split('|');
    const marks = /^[->]*/.exec(head)?.[0] ?? '';
    const [name = '', ...aliases] = head.slice(marks.length).split(',');
    return { name, aliases, description, hidden: marks.includes('-'), right: marks.includes('>') };
  });
}

/** A `_cat` API at some paths. */
export function catRoutes(
  paths: readonly string[],
  action: string,
  table: readonly Column[] | ((request: RestRequest) => readonly Column[]),
  rows: (request: RestRequest) => readonly Row[],
  params: readonly string[] = [],
): Route[] {
  return paths.map((path) => ({
    methods: ['GET'],
    path,
    params: [...CAT_PARAMS, ...params],
    action,
    ...(action.startsWith('cluster:')
      ? {}
      : { indices: (r: RestRequest) => r.list('index') ?? [] }),
    handler: (request) => {
      const shown = typeof table === 'function' ? table(request) : table;
      if (request.flag('help', false)) return RestResponse.text(helpText(shown));
      return answer(request, shown, rows(request));
    },
  }));
}

function helpText(table: readonly Column[]): string {
  const lines = table.map(({ name, aliases, description }) => [
    name,
    aliases.join(','),
    description,
  ]);
  const widths = [0, 1].map((i) => Math.max(...lines.map((line) => (line[i] as string).length)));
  return lines
    .map(
      ([name = '', alias = '', text = '']) =>
        `${name.padEnd(widths[0] as number)} | ${alias.padEnd(widths[1] as number)} | ${text} \n`,
    )
    .join('');
}

function answer(
  request: RestRequest,
  table: readonly Column[],
  rows: readonly Row[],
): RestResponse {
  const shown = chosen(request, table);
  const ordered = sortRows(request, table, rows);
  const cells = ordered.map((row) =>
    shown.map(({ column }) => cellText(request, row[column.name] ?? null)),
  );
  const format = request.param('format') ?? acceptFormat(request);
  if (format !== undefined && format !== 'text' && format !== 'txt') {
    return RestResponse.of(
      cells.map((line) => new Map(shown.map(({ title }, i) => [title, line[i] as string | null]))),
    );
  }
  const lines = cells.map((line) => line.map((cell) => cell ?? ''));
  if (request.flag('v', false)) lines.unshift(shown.map(({ title }) => title));
  const widths = shown.map((_, i) =>
    Math.max(0, ...lines.map((line) => (line[i] as string).length)),
  );
  const text = lines.map((line) => {
    const padded = line.map((cell, i) => {
      const width = widths[i] as number;
      return shown[i]?.column.right
        ? cell.padStart(width)
        : i === line.length - 1
          ? cell
          : cell.padEnd(width);
    });
    return `${padded.join(' ')}\n`;
  });
  return RestResponse.text(text.join(''));
}

function acceptFormat(request: RestRequest): string | undefined {
  const accept = request.head.headers.accept ?? '';
  if (/json/.test(accept)) return 'json';
  return /yaml/.test(accept) ? 'yaml' : undefined;
}

interface Shown {
  readonly column: Column;
  /** The name that `h` used. */
  readonly title: string;
}

function chosen(request: RestRequest, table: readonly Column[]): Shown[] {
  const wanted = request.list('h');
  if (wanted === undefined) {
    // `ts=false` of `_cat/health` leaves out the clock.
    const clock = request.flag('ts', true) ? [] : ['epoch', 'timestamp'];
    return table
      .filter(({ hidden, name }) => !hidden && !clock.includes(name))
      .map((column) => ({ column, title: column.name }));
  }
  return wanted.flatMap((name) => {
    if (name.includes('*')) {
      const test = patternTest(name);
      return table
        .filter((column) => test(column.name))
        .map((column) => ({ column, title: column.name }));
    }
    const column = findColumn(table, name.trim());
    return column === undefined ? [] : [{ column, title: name.trim() }];
  });
}

function findColumn(table: readonly Column[], name: string): Column | undefined {
  return table.find((column) => column.name === name || column.aliases.includes(name));
}

function sortRows(request: RestRequest, table: readonly Column[], rows: readonly Row[]): Row[] {
  const keys = (request.list('s') ?? []).map((key) => {
    const [name = '', direction] = key.split(':');
    const column = findColumn(table, name);
    if (column === undefined) {
      throw new SearchError(
        'unsupported_operation_exception',
        `Unable to sort by unknown sort key \`${name}\``,
      );
    }
    return { name: column.name, sign: direction === 'desc' ? -1 : 1 };
  });
  return [...rows].sort((a, b) => {
    for (const { name, sign } of keys) {
      const order = compare(a[name] ?? null, b[name] ?? null);
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

function compare(a: Cell, b: Cell): number {
  const [x, y] = [sortable(a), sortable(b)];
  if (x === y) return 0;
  if (x === null) return -1;
  if (y === null) return 1;
  return x < y ? -1 : 1;
}

function sortable(cell: Cell): string | number | null {
  if (cell !== null && typeof cell === 'object') return 'bytes' in cell ? cell.bytes : cell.time;
  return typeof cell === 'boolean' ? String(cell) : cell;
}

const BYTE_UNITS: Readonly<Record<string, number>> = {
  b: 1,
  k: 2 ** 10,
  kb: 2 ** 10,
  m: 2 ** 20,
  mb: 2 ** 20,
  g: 2 ** 30,
  gb: 2 ** 30,
  t: 2 ** 40,
  tb: 2 ** 40,
  p: 2 ** 50,
  pb: 2 ** 50,
};
/** Milliseconds. */
const TIME_UNITS: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function cellText(request: RestRequest, cell: Cell): string | null {
  if (cell === null) return null;
  if (typeof cell !== 'object') return String(cell);
  if ('bytes' in cell) {
    const unit = BYTE_UNITS[request.param('bytes') ?? ''];
    return unit === undefined ? bytesText(cell.bytes) : String(Math.floor(cell.bytes / unit));
  }
  const unit = TIME_UNITS[request.param('time') ?? ''];
  return unit === undefined ? timeText(cell.time) : String(Math.floor(cell.time / unit));
}
