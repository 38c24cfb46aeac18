import { illegalArgument } from '../../errors/search-error.ts';
import { DateFormat, DEFAULT_DATE_FORMAT, DEFAULT_NANOS_FORMAT } from '../date/date-format.ts';
import type { Moment } from '../date/date-pattern.ts';
import type { FieldIndexer, FieldSetup, FieldType, Row, SourceValue } from '../field-type.ts';
import { anything, javaText, type Parameter, text } from '../parameter.ts';
import {
  DOC_VALUES,
  IGNORE_MALFORMED,
  INDEX,
  META,
  ON_SCRIPT_ERROR,
  STORE,
  scalarText,
} from './common.ts';
import { narrow } from './numeric.ts';

export function dateFormatParameter(fallback: string): Parameter {
  return {
    name: 'format',
    fallback,
    parse: (value) => {
      const pattern = javaText(value);
      try {
        DateFormat.of(pattern);
      } catch (cause) {
        throw illegalArgument(
          `Error parsing [format] on field: ${(cause as Error).message}`,
          cause,
        );
      }
      return pattern;
    },
  };
}

/** What a column holds of a moment. */
type Unit = (moment: Moment) => number | bigint;

const millisUnit: Unit = ({ millis }) => millis;

/** Nanoseconds since 1970, which end in 2262. */
const nanosUnit: Unit = ({ millis, nanos }) => {
  const total = BigInt(millis) * 1_000_000n + BigInt(nanos);
  if (total < 0n) {
    throw illegalArgument(
      `date[${isoText(millis, nanos)}] is before the epoch in 1970 and cannot be stored in nanosecond resolution`,
    );
  }
  if (total > 2n ** 63n - 1n) {
    throw illegalArgument(
      `date[${isoText(millis, nanos)}] is after 2262-04-11T23:47:16.854775807 and cannot be stored in nanosecond resolution`,
    );
  }
  return narrow(total);
};

/** With as many groups of three digits behind the second as it takes. */
function isoText(millis: number, nanos: number): string {
  const text = new Date(millis).toISOString().slice(0, -1);
  const fine = String(nanos)
    .padStart(6, '0')
    .replace(/(?:000){1,2}$/, '');
  return `${fine === '' ? text.replace('.000', '') : text + fine}Z`;
}

function dateType(name: string, format: string, unit: Unit): FieldType {
  return {
    name,
    column: 'long',
    parameters: [
      INDEX,
      DOC_VALUES,
      STORE,
      dateFormatParameter(format),
      text('locale', 'en'),
      text('null_value', undefined, { nullable: true }),
      IGNORE_MALFORMED,
      anything('script'),
      ON_SCRIPT_ERROR,
      META,
    ],
    make: (setup) => new DateIndexer(setup, unit),
  };
}

class DateIndexer implements FieldIndexer {
  private readonly path: string;
  private readonly isKept: boolean;
  private readonly format: DateFormat;
  private readonly nullValue: number | bigint | undefined;

  constructor(
    setup: FieldSetup,
    private readonly unit: Unit,
  ) {
    this.path = setup.path;
    this.isKept = setup.value('index') === true || setup.value('doc_values') === true;
    this.format = DateFormat.of(setup.value('format') as string);
    const nullValue = setup.value('null_value');
    if (typeof nullValue === 'string') this.nullValue = unit(this.format.parse(nullValue));
  }

  index(value: SourceValue, row: Row): void {
    this.add(this.unit(this.format.parse(scalarText(value))), row);
  }

  indexNull(row: Row): void {
    if (this.nullValue !== undefined) this.add(this.nullValue, row);
  }

  private add(value: number | bigint, row: Row): void {
    if (this.isKept) row.sink.long(this.path, value);
  }
}

export const DATE = dateType('date', DEFAULT_DATE_FORMAT, millisUnit);
export const DATE_NANOS = dateType('date_nanos', DEFAULT_NANOS_FORMAT, nanosUnit);
