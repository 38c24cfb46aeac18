import { bitWidth, widthMasks } from './bit-packing.ts';
import { type FieldOptions, sectionName } from './postings-format.ts';
import { SectionBuilder, type TemporaryFiles } from './section-builder.ts';
import type { SectionFileWriter } from './section-file.ts';

/** A read of two words at the last value must stay inside the array. */
const PADDING_WORDS = 2;

/** Positions, and offsets where the field keeps them, of the postings of one block at a time. */
export class TokenPositions {
  position = new Int32Array(1024);
  start = new Int32Array(0);
  length = new Int32Array(0);
  n = 0;
  private readonly positions: SectionBuilder<'i32'>;
  private readonly positionOffset: SectionBuilder<'u32'>;
  private readonly offsets: SectionBuilder<'i32'>;
  private readonly offsetOffset: SectionBuilder<'u32'>;
  private readonly offsetWidths: SectionBuilder<'u16'>;

  constructor(
    field: string,
    private readonly options: FieldOptions,
    temporary: TemporaryFiles | undefined,
  ) {
    const name = (section: string) => sectionName(field, section);
    this.positions = new SectionBuilder(name('positions'), 'i32', temporary);
    this.positionOffset = new SectionBuilder(name('positionOffset'), 'u32', temporary);
    this.offsets = new SectionBuilder(name('offsets'), 'i32', temporary);
    this.offsetOffset = new SectionBuilder(name('offsetOffset'), 'u32', temporary);
    this.offsetWidths = new SectionBuilder(name('offsetWidths'), 'u16', temporary);
    if (options.offsets) this.grow(1024);
  }

  /** Makes room for `count` more tokens behind `n`. */
  reserve(count: number): void {
    if (this.n + count > this.position.length) this.grow((this.n + count) * 2);
  }

  /**
   * Writes the block; returns the bits of a position (0 for a field without positions). The one
   * position of a term's only document (`isOnly`) needs no data of its own.
   */
  flushBlock(isOnly: boolean): number {
    if (!this.options.positions) return 0;
    let width = 0;
    if (isOnly && this.n === 1) {
      this.positionOffset.push(this.position[0] as number);
    } else {
      this.positionOffset.push(this.positions.length);
      width = bitWidth(anyBit(this.position, this.n));
      pack(this.positions, this.position, width, this.n);
    }
    if (this.options.offsets) this.flushOffsets();
    this.n = 0;
    return width;
  }

  *finish(sections: SectionFileWriter): Generator<void> {
    if (!this.options.positions) return;
    this.positions.pushAll(new Int32Array(PADDING_WORDS));
    yield* this.positions.writeTo(sections);
    yield* this.positionOffset.writeTo(sections);
    if (!this.options.offsets) return;
    this.offsets.pushAll(new Int32Array(PADDING_WORDS));
    for (const builder of [this.offsets, this.offsetOffset, this.offsetWidths]) {
      yield* builder.writeTo(sections);
    }
  }

  private flushOffsets(): void {
    const startWidth = bitWidth(anyBit(this.start, this.n));
    const lengthWidth = bitWidth(anyBit(this.length, this.n));
    this.offsetOffset.push(this.offsets.length);
    this.offsetWidths.push(startWidth | (lengthWidth << 6));
    pack(this.offsets, this.start, startWidth, this.n);
    pack(this.offsets, this.length, lengthWidth, this.n);
  }

  private grow(size: number): void {
    this.position = enlarged(this.position, size);
    if (!this.options.offsets) return;
    this.start = enlarged(this.start, size);
    this.length = enlarged(this.length, size);
  }
}

function enlarged(array: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
}

function anyBit(values: Int32Array, n: number): number {
  let any = 0;
  for (let i = 0; i < n; i += 1) any |= values[i] as number;
  return any;
}

/** Appends n values of `width` bits, back to back, and fills up the last word. */
function pack(out: SectionBuilder<'i32'>, values: Int32Array, width: number, n: number): void {
  if (width === 0) return;
  out.reserve(((n * width) >>> 5) + 1);
  const words = out.array;
  let at = out.n;
  let pending = 0;
  let used = 0;
  for (let i = 0; i < n; i += 1) {
    const value = values[i] as number;
    pending |= value << used;
    used += width;
    if (used >= 32) {
      words[at++] = pending;
      used -= 32;
      pending = used > 0 ? value >>> (width - used) : 0;
    }
  }
  if (used > 0) words[at++] = pending;
  out.n = at;
}

/** Value `index` of those `pack` wrote at word `offset`. */
export function readWide(words: Int32Array, offset: number, width: number, index: number): number {
  const bit = index * width;
  const shift = bit & 31;
  const at = offset + (bit >>> 5);
  let value = (words[at] as number) >>> shift;
  if (shift + width > 32) value |= (words[at + 1] as number) << (32 - shift);
  return value & (widthMasks[width] as number);
}

/** Words that n values of `width` bits take. */
export function packedWords(n: number, width: number): number {
  return (n * width + 31) >>> 5;
}
