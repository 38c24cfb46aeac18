import type { JsonObject, Writable } from '../../json/values.ts';

/** Indexed vectors of mappings: how many fields, and of how many dimensions; -1 when none says. */
export class VectorUsage {
  private count = 0;
  private readonly dims: number[] = [];

  add(field: JsonObject): void {
    if (field.get('type') !== 'dense_vector' || field.get('index') === false) return;
    this.count += 1;
    const dims = field.get('dims');
    if (dims !== undefined && dims !== null) this.dims.push(Number(dims));
  }

  body(): Record<string, Writable> {
    const { count, dims } = this;
    return {
      indexed_vector_count: count,
      indexed_vector_dim_min: dims.reduce((a, b) => Math.min(a, b), dims[0] ?? -1),
      indexed_vector_dim_max: dims.reduce((a, b) => Math.max(a, b), dims[0] ?? -1),
    };
  }
}
