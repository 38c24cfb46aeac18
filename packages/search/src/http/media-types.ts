/**
 * Content-Type and Accept: which format a body has and which one the answer gets.
 *
 * `application/vnd.elasticsearch+json; compatible-with=8` is `application/json` with a promise about
 * the version; versions 7 and 8 are spoken, and with a body both headers must ask for the same one.
 */
import { illegalArgument, SearchError } from '../errors/search-error.ts';

export type Format = 'json' | 'yaml' | 'cbor' | 'smile' | 'text';

export interface MediaType {
  /** As sent. */
  readonly raw: string;
  /** Undefined when nobody here can read or write it. */
  readonly format: Format | undefined;
  readonly ndjson: boolean;
  /** The `compatible-with` of a vendored type. */
  readonly version: number | undefined;
}

const TYPES: Record<string, Format> = {
  'application/json': 'json',
  'application/x-ndjson': 'json',
  'application/*': 'json',
  'application/yaml': 'yaml',
  'application/cbor': 'cbor',
  'application/smile': 'smile',
  'application/vnd.elasticsearch+json': 'json',
  'application/vnd.elasticsearch+x-ndjson': 'json',
  'application/vnd.elasticsearch+yaml': 'yaml',
  'application/vnd.elasticsearch+cbor': 'cbor',
  'application/vnd.elasticsearch+smile': 'smile',
  'text/plain': 'text',
};

/** Browsers may send these across sites without asking; the reference refuses them as bodies. */
const FORM_TYPES = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const TYPE = new RegExp(`^(${TOKEN}/${TOKEN})$`);
const VERSIONS = [7, 8];

/** Undefined for a missing header, a list of types or a wildcard: the reference then chooses. */
export function parseMediaType(header: string | undefined, name: string): MediaType | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '')
    throw badHeader([name], illegalArgument(`Header [${name}] cannot be empty.`));
  if (name === 'Accept' && (header.includes(',') || header.trim() === '*/*')) return undefined;
  const [type, ...rest] = header.split(';').map((part) => part.trim());
  if (!TYPE.test(type as string)) {
    throw badHeader([name], illegalArgument(`invalid media-type [${header}]`));
  }
  const lower = (type as string).toLowerCase();
  const version = compatibleWith(header, rest, name);
  return {
    raw: header,
    format: TYPES[lower],
    ndjson: lower.endsWith('x-ndjson'),
    version: lower.includes('vnd.elasticsearch') ? version : undefined,
  };
}

function compatibleWith(
  header: string,
  parameters: readonly string[],
  name: string,
): number | undefined {
  let version: number | undefined;
  for (const parameter of parameters) {
    if (parameter === '') continue;
    const [key, value, more] = parameter.split('=');
    if (value === undefined || more !== undefined || /\s/.test(key as string) || /\s/.test(value)) {
      throw badHeader([name], illegalArgument(`invalid parameters for header [${header}]`));
    }
    if (key?.toLowerCase() === 'compatible-with') version = Number(value);
  }
  return version;
}

/** The rules on versions; throws what the reference answers. */
export function checkVersions(
  accept: MediaType | undefined,
  content: MediaType | undefined,
  hasBody: boolean,
): void {
  const wanted = accept?.version;
  const sent = hasBody ? content?.version : undefined;
  for (const [name, type, version] of [
    ['Accept', accept, wanted],
    ['Content-Type', content, sent],
  ] as const) {
    if (version === undefined || VERSIONS.includes(version)) continue;
    const both = wanted === sent && wanted !== undefined ? ['Accept', 'Content-Type'] : [name];
    throw badHeader(
      both,
      new SearchError(
        'status_exception',
        `${name} version must be either version 8 or 7, but found ${version}. ${name}=${type?.raw}`,
      ),
    );
  }
  if (!hasBody || wanted === sent) return;
  if (wanted !== undefined && sent !== undefined) {
    throw mismatch(accept, content, ' and the compatible versions must match');
  }
  // Only the current version may stand on one header alone.
  if ((wanted ?? sent) !== 8) throw mismatch(accept, content, '');
}

function mismatch(
  accept: MediaType | undefined,
  content: MediaType | undefined,
  more: string,
): SearchError {
  return badHeader(
    ['Accept', 'Content-Type'],
    new SearchError(
      'status_exception',
      'A compatible version is required on both Content-Type and Accept headers if either one has ' +
        `requested a compatible version${more}. Accept=${accept?.raw ?? 'null'}, Content-Type=${content?.raw ?? 'null'}`,
    ),
  );
}

function badHeader(names: readonly string[], cause: SearchError): SearchError {
  return new SearchError(
    'media_type_header_exception',
    `Invalid media-type value on headers [${names.join(', ')}]`,
    { cause },
  );
}

/** What is wrong with the type of a body, as the reference's 406 says it; undefined for nothing. */
export function bodyTypeComplaint(content: MediaType | undefined): string | undefined {
  if (content === undefined) return 'Content-Type header is missing';
  const plain = (content.raw.split(';')[0] as string).trim().toLowerCase();
  if (content.format !== undefined && !FORM_TYPES.has(plain)) return undefined;
  return `Content-Type header [${content.raw}] is not supported`;
}

/** The Content-Type of an answer in `format` to a request with this Accept. */
export function answerType(format: Format, accept: MediaType | undefined): string {
  if (format === 'text') return 'text/plain; charset=UTF-8';
  if (accept?.version !== undefined && accept.format === format) {
    return `application/vnd.elasticsearch+${format};compatible-with=${accept.version}`;
  }
  return `application/${format}`;
}

/** A value of the `format` parameter, or undefined when it names none. */
export function formatNamed(name: string | undefined): Format | undefined {
  switch (name?.toLowerCase()) {
    case 'json':
    case 'application/json':
      return 'json';
    case 'yaml':
    case 'application/yaml':
      return 'yaml';
    case 'cbor':
      return 'cbor';
    case 'smile':
      return 'smile';
    case 'text':
    case 'txt':
      return 'text';
    default:
      return undefined;
  }
}
