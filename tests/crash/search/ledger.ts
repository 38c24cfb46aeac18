/** What a client knows of its writes: which were acknowledged, and which it never heard of again. */

/** A document as it was written, or that it was deleted. */
export interface Written {
  readonly content: string | undefined;
  /** Known once the write is acknowledged. */
  version?: number;
  seqNo?: number;
}

/** What is found after a start. */
export interface Found {
  readonly content: string | undefined;
  readonly version: number | undefined;
  readonly seqNo: number | undefined;
}

interface History {
  acknowledged: Written | undefined;
  /** Sent after that, in order, and not answered. */
  readonly pending: Written[];
}

export class Ledger {
  /** The highest seq_no that was acknowledged. */
  maxSeqNo = -1;
  private readonly histories = new Map<string, History>();

  ids(): string[] {
    return [...this.histories.keys()];
  }

  sent(id: string, content: string | undefined): Written {
    const written: Written = { content };
    this.history(id).pending.push(written);
    return written;
  }

  acknowledged(id: string, written: Written, version: number, seqNo: number): void {
    const history = this.history(id);
    written.version = version;
    written.seqNo = seqNo;
    history.acknowledged = written;
    // Writes of an id are applied in the order they are sent.
    history.pending.splice(0, history.pending.indexOf(written) + 1);
    this.maxSeqNo = Math.max(this.maxSeqNo, seqNo);
  }

  /**
   * Says what is wrong with a document that was found, undefined when nothing is: it must be as it was
   * acknowledged last or as one of the writes sent after that left it, with the version to match.
   * From then on what was found is what was acknowledged.
   */
  settle(id: string, found: Found): string | undefined {
    const history = this.history(id);
    const complaint = complaintAbout(history, found);
    if (complaint !== undefined) {
      const wanted = JSON.stringify(history);
      return `${id}: ${complaint}; found ${JSON.stringify(found)}, written ${wanted}`;
    }
    history.acknowledged = {
      content: found.content,
      ...(found.version === undefined ? {} : { version: found.version }),
      ...(found.seqNo === undefined ? {} : { seqNo: found.seqNo }),
    };
    history.pending.length = 0;
    return undefined;
  }

  private history(id: string): History {
    let history = this.histories.get(id);
    if (history === undefined) {
      history = { acknowledged: undefined, pending: [] };
      this.histories.set(id, history);
    }
    return history;
  }
}

function complaintAbout({ acknowledged, pending }: History, found: Found): string | undefined {
  if (found.content === acknowledged?.content) {
    const isSame = found.content === undefined || found.version === acknowledged?.version;
    if (isSame && (found.content === undefined || found.seqNo === acknowledged?.seqNo)) {
      return undefined;
    }
  }
  const place = pending.findLastIndex(({ content }) => content === found.content);
  if (place < 0) return 'neither what was acknowledged nor what was sent later';
  if (found.content === undefined || acknowledged?.version === undefined) return undefined;
  // Each write adds one to the version, those before it included; a doubled one would add two.
  const wanted = acknowledged.version + place + 1;
  if (found.version !== wanted) return `version ${found.version} where ${wanted} was due`;
  return (found.seqNo ?? -1) <= (acknowledged.seqNo ?? -1) ? 'seq_no went back' : undefined;
}
