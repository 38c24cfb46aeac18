import { Float32, type Writable } from '../../json/values.ts';
import type { Explanation } from '../../query/explain.ts';

/** Counts print as whole numbers, everything else as floats. */
export function explanationBody({ value, description, details }: Explanation): Writable {
  const isCount = /^(?:n|N), /.test(description);
  return {
    value: isCount ? value : new Float32(value),
    description,
    details: details.map(explanationBody),
  };
}
