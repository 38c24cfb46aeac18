import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonNumber, type Json, toNumber } from '../../json/values.ts';
import type { FieldSetup, FieldType } from '../field-type.ts';
import {
  anything,
  bool,
  integerValue,
  javaText,
  META,
  mapperParsing,
  oneOf,
  type Parameter,
} from '../parameter.ts';

const MAX_DIMS = 4096;

const DIMS: Parameter = {
  name: 'dims',
  fallback: undefined,
  canChange: (from) => from === undefined,
  parse: (value, { field }) => {
    const dims = integerValue(value, 'dims');
    if (dims >= 1 && dims <= MAX_DIMS) return dims;
    throw mapperParsing(
      `The number of dimensions for field [${field}] should be in the range [1, ${MAX_DIMS}] but was [${dims}]`,
    );
  },
};

/** What says how vectors are compared means nothing where they are not indexed. */
function checkIndexed(setup: FieldSetup): void {
  if (setup.value('index') !== false) return;
  for (const name of ['similarity', 'index_options']) {
    if (!setup.isSet(name)) continue;
    throw mapperParsing(
      `Field [${name}] can only be specified for a field of type [dense_vector] when it is indexed`,
    );
  }
}

/** A keyword column of the vector's bytes: float32 little-endian, or int8. */
export const DENSE_VECTOR: FieldType = {
  name: 'dense_vector',
  column: 'keyword',
  takesArrays: true,
  parameters: [
    oneOf('element_type', ['byte', 'float'], 'float'),
    DIMS,
    bool('index', true, { explicit: true, isPrinted: () => true }),
    oneOf('similarity', ['cosine', 'dot_product', 'l2_norm', 'max_inner_product'], 'cosine', {
      explicit: true,
      isPrinted: (value) => value('index') === true,
    }),
    anything('index_options'),
    META,
  ],
  make: (setup) => {
    const { path } = setup;
    checkIndexed(setup);
    const isByte = setup.value('element_type') === 'byte';
    const dims = setup.value('dims') as number | undefined;
    return {
      index: (value, row) => {
        const json = value.json();
        const list: Json[] = Array.isArray(json) ? json : [json];
        if (dims === undefined) row.learn(path, 'dims', list.length);
        else if (list.length !== dims) {
          throw illegalArgument(
            list.length > dims
              ? `The [dense_vector] field [${path}] in doc [document with id '${row.id}'] has more dimensions than defined in the mapping [${dims}]`
              : `The [dense_vector] field [${path}] in doc [document with id '${row.id}'] has a different number of dimensions [${list.length}] than defined in the mapping [${dims}]`,
          );
        }
        const numbers = list.map((item) => {
          if (isJsonNumber(item)) return toNumber(item);
          throw illegalArgument(
            `Failed to parse object: expecting token of type [VALUE_NUMBER] but found [${javaText(item)}]`,
          );
        });
        if (isByte && numbers.some((one) => !Number.isInteger(one) || one < -128 || one > 127)) {
          throw illegalArgument(
            `element_type [byte] vectors only support integers between [-128, 127]; Preview of invalid vector: [${numbers.slice(0, 5).join(', ')}]`,
          );
        }
        const similarity = setup.value('similarity');
        if (
          similarity === 'cosine' &&
          setup.value('index') === true &&
          numbers.every((one) => one === 0)
        ) {
          throw illegalArgument(
            `The [cosine] similarity does not support vectors with zero magnitude. Preview of invalid vector: [${numbers
              .slice(0, 5)
              .map((one) => one.toFixed(1))
              .join(', ')}]`,
          );
        }
        const bytes = isByte
          ? new Uint8Array(Int8Array.from(numbers).buffer)
          : new Uint8Array(Float32Array.from(numbers).buffer);
        row.sink.keyword(path, bytes, 0, bytes.length);
      },
    };
  },
};
