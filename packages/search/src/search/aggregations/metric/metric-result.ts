import { Double, type Writable } from '../../../json/values.ts';
import { type Named, Result } from '../aggregation.ts';
import { RAW, type ValueFormat } from '../values/value-format.ts';

/** A double as JSON has it: null for what there is none of. */
export function double(value: number | undefined): Writable {
  return value === undefined ? null : new Double(value);
}

/** One number; undefined where no document had a value. */
export class SingleValue extends Result {
  constructor(
    of: Named,
    readonly type: string,
    readonly value: number | undefined,
    readonly format: ValueFormat = RAW,
  ) {
    super(of);
  }

  json(): Record<string, Writable | undefined> {
    const { value, format } = this;
    const isShown = value !== undefined && Number.isFinite(value);
    return {
      value: isShown || value === undefined ? double(value) : null,
      value_as_string: !format.isRaw && isShown ? format.print(value as number) : undefined,
    };
  }

  override number(name: string | undefined): number | undefined {
    return name === undefined || name === 'value' ? this.value : undefined;
  }
}

/** A count, printed as a whole number. */
export class CountValue extends Result {
  constructor(
    of: Named,
    readonly type: string,
    readonly value: number,
  ) {
    super(of);
  }

  json(): Record<string, Writable | undefined> {
    return { value: this.value };
  }

  override number(name: string | undefined): number | undefined {
    return name === undefined || name === 'value' ? this.value : undefined;
  }
}
