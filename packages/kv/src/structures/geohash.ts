/**
 * Geohashes: a place on earth as a cell of a grid. With `step` bits a side the grid has 2^step rows
 * (latitude, from the south) and columns (longitude, from the west); a cell's hash interleaves the
 * two numbers, column bits at the odd places:
 *
 *   hash = ... col1 row1 col0 row0        26 bits each make 52, which a double holds exactly
 *
 * so that a coarser cell is the range of all finer hashes with its prefix. Rows span the latitudes
 * of the Web Mercator square, not -90 to 90. A point on the northern or eastern edge itself lies in
 * row or column 2^step, one bit more than the others: the reference keeps it so, and its hashes
 * order by it.
 */

export const STEP_MAX = 26;
export const LATITUDE_MAX = 85.05112878;
export const LONGITUDE_MAX = 180;
const TWO_32 = 2 ** 32;
const UINT64_LIMIT = 2 ** 64;

export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly step: number;
}

/** A rectangle in degrees. */
export interface Area {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

export interface Point {
  readonly longitude: number;
  readonly latitude: number;
}

/** The number of the slice of [-max, max] that a coordinate falls into, of 2^step slices. */
function slice(coordinate: number, max: number, step: number): number {
  return Math.floor(((coordinate + max) / (max + max)) * 2 ** step);
}

/** The cell around a point; `latitudeMax` 90 gives the cells of standard geohashes. */
export function cellAt(point: Point, step: number, latitudeMax = LATITUDE_MAX): Cell {
  return {
    row: slice(point.latitude, latitudeMax, step),
    column: slice(point.longitude, LONGITUDE_MAX, step),
    step,
  };
}

/** 16 bits with a zero bit after each. */
function spread(bits: number): number {
  let v = bits;
  v = (v | (v << 8)) & 0x00ff00ff;
  v = (v | (v << 4)) & 0x0f0f0f0f;
  v = (v | (v << 2)) & 0x33333333;
  return (v | (v << 1)) & 0x55555555;
}

/** The 16 bits at the even places of a 32-bit word. */
function gather(word: number): number {
  let v = word & 0x55555555;
  v = (v | (v >>> 1)) & 0x33333333;
  v = (v | (v >>> 2)) & 0x0f0f0f0f;
  v = (v | (v >>> 4)) & 0x00ff00ff;
  return (v | (v >>> 8)) & 0xffff;
}

/** A cell's hash, 2 * step bits; computed in two halves as bit operators end at 32. */
export function cellHash(cell: Cell): number {
  const low = spread(cell.row & 0xffff) | (spread(cell.column & 0xffff) << 1);
  const high = spread(cell.row >>> 16) | (spread(cell.column >>> 16) << 1);
  return (high >>> 0) * TWO_32 + (low >>> 0);
}

/** The 52-bit hash of a point: its score in a sorted set. */
export function hashOf(point: Point): number {
  return cellHash(cellAt(point, STEP_MAX));
}

/** The scores of all points in a cell: from the first up to, but not with, the second. */
export function scoresIn(cell: Cell): [number, number] {
  const hash = cellHash(cell);
  const scale = 2 ** (2 * (STEP_MAX - cell.step));
  return [hash * scale, (hash + 1) * scale];
}

/** The finest cell that a score stands for; what is no hash is cut to one, as C's cast does. */
function cellOfScore(score: number): Cell {
  const bits = Math.min(Math.max(0, Math.trunc(score)), UINT64_LIMIT - 2048);
  const high = Math.floor(bits / TWO_32) >>> 0;
  const low = (bits % TWO_32) >>> 0;
  return {
    row: gather(high) * 0x10000 + gather(low),
    column: gather(high >>> 1) * 0x10000 + gather(low >>> 1),
    step: STEP_MAX,
  };
}

export function areaOf(cell: Cell): Area {
  const rows = 2 ** cell.step;
  const latitudes = LATITUDE_MAX + LATITUDE_MAX;
  const longitudes = LONGITUDE_MAX + LONGITUDE_MAX;
  return {
    south: -LATITUDE_MAX + (cell.row / rows) * latitudes,
    north: -LATITUDE_MAX + ((cell.row + 1) / rows) * latitudes,
    west: -LONGITUDE_MAX + (cell.column / rows) * longitudes,
    east: -LONGITUDE_MAX + ((cell.column + 1) / rows) * longitudes,
  };
}

function clamp(coordinate: number, max: number): number {
  return Math.min(max, Math.max(-max, coordinate));
}

/** The middle of the cell that a score stands for. */
export function pointOf(score: number): Point {
  const { south, north, west, east } = areaOf(cellOfScore(score));
  return {
    longitude: clamp((west + east) / 2, LONGITUDE_MAX),
    latitude: clamp((south + north) / 2, LATITUDE_MAX),
  };
}

/** The cell some columns east and rows north, around the edges of the grid. */
export function neighbour(cell: Cell, east: number, north: number): Cell {
  const mask = 2 ** cell.step - 1;
  return {
    row: north === 0 ? cell.row : (cell.row + north) & mask,
    column: east === 0 ? cell.column : (cell.column + east) & mask,
    step: cell.step,
  };
}

const ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz';

/**
 * The standard geohash text of the point a score stands for: ten characters of five bits, and an
 * eleventh that is always 0 as 52 bits do not reach that far.
 */
export function geohashText(score: number): string {
  const hash = cellHash(cellAt(pointOf(score), STEP_MAX, 90));
  let text = '';
  for (let i = 1; i <= 10; i++) text += ALPHABET[Math.floor(hash / 2 ** (52 - i * 5)) % 32];
  return `${text}0`;
}
