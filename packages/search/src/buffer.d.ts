/** Buffer methods that Bun and Node have and their type packages leave out. */
declare global {
  interface Buffer {
    latin1Slice(start?: number, end?: number): string;
    utf8Slice(start?: number, end?: number): string;
    utf8Write(text: string, offset?: number, length?: number): number;
  }
}

export {};
