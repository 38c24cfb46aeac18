/** One reused buffer for the terms of all fields: sinks copy what they are given. */
const encoder = new TextEncoder();

export class TermBytes {
  bytes = new Uint8Array(256);
  length = 0;

  /** Puts the UTF-8 of a text into `bytes`. */
  set(text: string): void {
    if (this.bytes.length < text.length * 3) this.bytes = new Uint8Array(text.length * 4);
    this.length = encoder.encodeInto(text, this.bytes).written;
  }
}

export const termBytes = new TermBytes();
