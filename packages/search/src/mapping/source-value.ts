import { type JsonReader, Token } from '../json/json-reader.ts';
import { readValue } from '../json/parse.ts';
import type { Json } from '../json/values.ts';
import type { SourceValue } from './field-type.ts';
import { javaText } from './parameter.ts';

/** The value at a reader's current token. A container is read at once, the reader left on its end. */
export class ReaderValue implements SourceValue {
  readonly token: Token;
  readonly start: number;
  private readonly whole: Json | undefined;
  private cached: string | undefined;

  constructor(
    private readonly reader: JsonReader,
    private readonly locate: (at: number) => string,
  ) {
    this.token = reader.token;
    this.start = reader.start;
    if (this.token === Token.StartObject || this.token === Token.StartArray) {
      this.whole = readValue(reader);
    }
  }

  text(): string {
    if (this.cached === undefined) {
      this.cached = this.whole === undefined ? this.reader.text() : javaText(this.whole);
    }
    return this.cached;
  }

  json(): Json {
    return this.whole ?? readValue(this.reader);
  }

  place(): string {
    return this.locate(this.start);
  }
}

/** A value under a dotted name whose head is a field: the field sees an object with the rest. */
export class DottedValue implements SourceValue {
  readonly token = Token.StartObject;
  readonly start: number;
  private readonly whole: Json;

  constructor(
    private readonly inner: ReaderValue,
    names: readonly string[],
  ) {
    this.start = inner.start;
    this.whole = names.reduceRight<Json>((value, name) => new Map([[name, value]]), inner.json());
  }

  text(): string {
    return javaText(this.whole);
  }

  json(): Json {
    return this.whole;
  }

  place(): string {
    return this.inner.place();
  }
}
