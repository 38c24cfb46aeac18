/**
 * Splits a stream of newline-delimited JSON into lines without joining the chunks it arrives in:
 * only a line that spans chunks is copied.
 */
export class LineSplitter {
  private rest: Uint8Array[] = [];
  private restLength = 0;

  /** Bytes held back because their line is not complete yet. */
  get pending(): number {
    return this.restLength;
  }

  /** The lines that `chunk` completes, without their newline; empty lines are returned as such. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(10, from);
      if (at === -1) break;
      yield this.withRest(trimReturn(chunk.subarray(from, at)));
      from = at + 1;
    }
    if (from < chunk.length) {
      // The socket's buffer is reused under us, so what stays is a copy.
      this.rest.push(chunk.slice(from));
      this.restLength += chunk.length - from;
    }
  }

  /** What came after the last newline, or undefined when the text ended with one. */
  last(): Uint8Array | undefined {
    return this.restLength === 0 ? undefined : this.withRest(new Uint8Array(0));
  }

  private withRest(tail: Uint8Array): Uint8Array {
    if (this.restLength === 0) return tail;
    const line = Buffer.concat([...this.rest, tail]);
    this.rest = [];
    this.restLength = 0;
    return trimReturn(line);
  }
}

function trimReturn(line: Uint8Array): Uint8Array {
  return line.length > 0 && line[line.length - 1] === 13 ? line.subarray(0, -1) : line;
}
