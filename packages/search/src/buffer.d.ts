/** Methods of Buffer that the runtime has and its types leave out: one call, no options to parse. */
interface Buffer {
  utf8Slice(from: number, to: number): string;
  utf8Write(text: string, at: number): number;
}
