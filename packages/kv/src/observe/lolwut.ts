/**
 * LOLWUT: a little art for each version. 5 draws Georg Nees' "Schotter" (1968), squares that fall
 * into disorder, in braille; 6 a skyline; any other version only says which one it is.
 */
import { REFERENCE_VERSION } from '../version.ts';

/** A canvas of dots, drawn as braille: 2 by 4 dots a character, told in UTF-8. */
class Canvas {
  private readonly dots: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.dots = new Uint8Array(width * height);
  }

  line(x1: number, y1: number, x2: number, y2: number): void {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))));
    for (let i = 0; i <= steps; i++) {
      const x = Math.round(x1 + ((x2 - x1) * i) / steps);
      const y = Math.round(y1 + ((y2 - y1) * i) / steps);
      if (x >= 0 && x < this.width && y >= 0 && y < this.height) this.dots[y * this.width + x] = 1;
    }
  }

  /** A square of the given size around (x, y), turned by `angle`. */
  square(x: number, y: number, size: number, angle: number): void {
    const radius = size / Math.SQRT2;
    const corner = (i: number): [number, number] => {
      const a = angle + Math.PI / 4 + (i * Math.PI) / 2;
      return [x + Math.sin(a) * radius, y + Math.cos(a) * radius];
    };
    for (let i = 0; i < 4; i++) this.line(...corner(i), ...corner(i + 1));
  }

  render(): string {
    /** Bit of each dot of a braille character, column by column. */
    const bits = [0, 1, 2, 6, 3, 4, 5, 7];
    let text = '';
    for (let y = 0; y < this.height; y += 4) {
      for (let x = 0; x < this.width; x += 2) {
        let code = 0x2800;
        for (let i = 0; i < 8; i++) {
          const at = (y + (i & 3)) * this.width + x + (i >> 2);
          if (this.dots[at] === 1) code |= 1 << (bits[i] as number);
        }
        text += String.fromCharCode(code);
      }
      text += '\n';
    }
    return Buffer.from(text).toString('latin1');
  }
}

function bounded(text: string | undefined, byDefault: number, max: number): number {
  const n = Number.parseInt(text ?? '', 10);
  return Number.isNaN(n) ? byDefault : Math.min(max, Math.max(1, n));
}

/** Columns of the console, squares per row, squares per column. */
function schotter(args: readonly string[]): string {
  const columns = bounded(args[0], 66, 1000);
  const across = bounded(args[1], 8, 200);
  const down = bounded(args[2], 12, 200);
  const width = columns * 2;
  const side = Math.max(1, Math.floor((width - 4) / across));
  const canvas = new Canvas(width, Math.ceil((side * down + 4) / 4) * 4);
  for (let row = 0; row < down; row++) {
    const disorder = row < 2 ? 0 : row / down;
    for (let column = 0; column < across; column++) {
      const shake = (): number => (Math.random() - 0.5) * disorder;
      const x = 2 + side * (column + 0.5) + shake() * side * 0.5;
      const y = 2 + side * (row + 0.5) + shake() * side * 0.5;
      canvas.square(x, y, side, shake() * Math.PI * 0.7);
    }
  }
  return `${canvas.render()}\nGeorg Nees - schotter, plotter on paper, 1968. `;
}

/** Columns and rows. */
function skyline(args: readonly string[]): string {
  const columns = bounded(args[0], 80, 1000);
  const rows = bounded(args[1], 20, 1000);
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ' '));
  for (let left = 0; left < columns; ) {
    const wide = 4 + Math.floor(Math.random() * 8);
    const top = Math.floor(rows * (0.2 + Math.random() * 0.6));
    for (let y = top; y < rows; y++) {
      for (let x = left; x < Math.min(columns, left + wide); x++) {
        const window = (x - left) % 2 === 1 && (y - top) % 2 === 1 && Math.random() < 0.5;
        (grid[y] as string[])[x] = window ? '.' : '#';
      }
    }
    left += wide + Math.floor(Math.random() * 3);
  }
  return `${grid.map((row) => row.join('').trimEnd()).join('\n')}\n\n`;
}

export function lolwut(version: number, args: readonly string[]): string {
  const art = version === 5 ? schotter(args) : version === 6 ? skyline(args) : '';
  return `${art}Redis ver. ${REFERENCE_VERSION}\n`;
}
