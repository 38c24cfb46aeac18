/** Turns an answer into bytes: format, layout, `filter_path`. */
import { writeJson } from '../json/json-writer.ts';
import { yamlText } from '../json/yaml-writer.ts';
import { filterPath } from './filter-path.ts';
import { answerType, type Format, formatNamed, type MediaType } from './media-types.ts';
import type { RestResponse } from './response.ts';

/** How a client wants its answer. */
export interface AnswerStyle {
  readonly params: ReadonlyMap<string, string>;
  readonly accept: MediaType | undefined;
  readonly content: MediaType | undefined;
  readonly prettyByDefault: boolean;
}

export interface Rendered {
  readonly bytes: Buffer;
  /** Undefined for an answer without body. */
  readonly contentType: string | undefined;
}

const EMPTY = Buffer.alloc(0);

export function render(response: RestResponse, style: AnswerStyle): Rendered {
  const { body } = response;
  if (body.kind === 'none') return { bytes: EMPTY, contentType: undefined };
  if (body.kind === 'text') {
    return { bytes: Buffer.from(body.text), contentType: answerType('text', undefined) };
  }
  const filter = style.params.get('filter_path');
  const value = filter === undefined || filter === '' ? body.value : filterPath(body.value, filter);
  const format = answerFormat(style);
  const contentType = answerType(format, style.accept);
  if (format === 'yaml') return { bytes: Buffer.from(yamlText(value)), contentType };
  return { bytes: writeJson(value, { pretty: isPretty(style) }), contentType };
}

/** `format` wins over Accept, Accept over the format of the request. */
function answerFormat({ params, accept, content }: AnswerStyle): Format {
  const wanted = formatNamed(params.get('format')) ?? accept?.format ?? content?.format;
  return wanted === 'yaml' ? 'yaml' : 'json';
}

function isPretty({ params, prettyByDefault }: AnswerStyle): boolean {
  const pretty = params.get('pretty');
  return pretty === undefined ? prettyByDefault : pretty === '' || pretty === 'true';
}
