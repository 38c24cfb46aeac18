import { openSync, readFileSync, readSync } from 'node:fs';
import { WriteBuffer } from '@tandem/search/index/buffer/write-buffer.ts';
import type { DiskDirectory } from '@tandem/search/index/directory/disk-directory.ts';
import { mergeSegments } from '@tandem/search/index/merge/merge-segments.ts';
import { releaseMemory } from '@tandem/search/index/release-memory.ts';
import { runToEnd } from '@tandem/search/index/run-to-end.ts';
import { KEYWORD_OPTIONS, TEXT_OPTIONS } from '@tandem/search/index/segment/postings-format.ts';
import { TemporaryFiles } from '@tandem/search/index/segment/section-builder.ts';
import { Segment } from '@tandem/search/index/segment/segment.ts';
import { sendWords } from './words.ts';

const BUFFER_BYTES = 24 * 1024 * 1024;
const CHUNK = 4 * 1024 * 1024;

export interface Line {
  title: string;
  body: string;
  tag: string;
  num: number;
  date: number;
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Resident memory: `VmRSS` with mapped files, `VmHWM` its peak, `RssAnon` the process's own. */
export const residentKb = (line: 'VmRSS' | 'VmHWM' | 'RssAnon' = 'VmRSS') =>
  Number(
    new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0,
  );

/**
 * Indexes the corpus, or its first `limit` documents, into segments on disk, then merges them to one;
 * prints what it cost.
 */
export function build(
  corpus: string,
  directory: DiskDirectory,
  print: (row: object) => void,
  limit = Number.POSITIVE_INFINITY,
): void {
  let buffer = new WriteBuffer();
  const segments: Segment[] = [];
  const scratch = new Uint8Array(4 * 1024 * 1024);
  const encoder = new TextEncoder();
  const spent = { parse: 0, index: 0, flush: 0, merge: 0 };
  let mark = cpuSeconds();
  const book = (part: keyof typeof spent) => {
    const now = cpuSeconds();
    spent[part] += now - mark;
    mark = now;
  };
  let documents = 0;
  let peak = 0;
  const flush = () => {
    book('index');
    const name = `segment-${segments.length}`;
    const segment = runToEnd(buffer.toSegment(name));
    const file = directory.create(`${name}.seg`);
    file.append(segment.file.bytes);
    file.close();
    segments.push(new Segment(name, directory.read(`${name}.seg`)));
    buffer = new WriteBuffer();
    peak = Math.max(peak, residentKb('RssAnon'));
    // As the shard does.
    releaseMemory(BUFFER_BYTES);
    book('flush');
  };
  const text = (field: string, value: string) => {
    const { written } = encoder.encodeInto(value, scratch);
    sendWords(scratch, written, buffer.tokens(field, TEXT_OPTIONS));
  };
  const started = performance.now();
  const firstResident = residentKb();
  for (const all of batches(corpus)) {
    const lines = all.slice(0, limit - documents);
    if (lines.length === 0) break;
    const parsed = lines.map((line) => JSON.parse(line.toString()) as Line);
    book('parse');
    for (const [i, doc] of parsed.entries()) {
      text('title', doc.title);
      text('body', doc.body);
      const { written } = encoder.encodeInto(doc.tag, scratch);
      buffer.tokens('tag', KEYWORD_OPTIONS).token(scratch, 0, written, 0, 0, 0);
      buffer.keyword('tag', scratch, 0, written);
      buffer.long('num', doc.num);
      buffer.long('date', doc.date);
      const head = { seqNo: documents, primaryTerm: 1, version: 1, source: lines[i] as Buffer };
      buffer.endDocument({ ...head, id: encoder.encode(String(documents)) });
      documents += 1;
      if ((documents & 255) === 0 && buffer.memory > BUFFER_BYTES) flush();
    }
    book('index');
  }
  if (buffer.documents > 0) flush();
  const count = segments.length;
  const peakIndexing = residentKb('VmHWM');
  const file = directory.create('all.seg');
  const sources = segments.map((segment) => ({ segment, live: undefined }));
  runToEnd(mergeSegments(sources, file, new TemporaryFiles(directory, 'all')));
  file.close();
  book('merge');
  const indexing = spent.index + spent.flush;
  const round = (value: number) => Math.round(value * 100) / 100;
  print({
    kind: 'index',
    docs: documents,
    parse_s: round(spent.parse),
    index_s: round(indexing),
    buffer_s: round(spent.index),
    flush_s: round(spent.flush),
    force_merge_s: round(spent.merge),
    wall_s: round((performance.now() - started) / 1000),
    docs_per_s: Math.round(documents / indexing),
    docs_per_s_with_merge: Math.round(documents / (indexing + spent.merge)),
    segments_before_merge: count,
    first_rss_kb: firstResident,
    peak_rss_kb_indexing: peakIndexing,
    peak_rss_kb: residentKb('VmHWM'),
    peak_anon_kb_indexing: peak,
    anon_kb_after_merge: residentKb('RssAnon'),
    rss_kb_after_merge: residentKb(),
  });
}

/** The file's lines, some thousand at a time. */
export function* batches(path: string): Generator<Buffer[]> {
  const fd = openSync(path, 'r');
  let rest = Buffer.alloc(0);
  for (;;) {
    const chunk = Buffer.alloc(CHUNK);
    const n = readSync(fd, chunk, 0, CHUNK, null);
    if (n === 0) return;
    const bytes = Buffer.concat([rest, chunk.subarray(0, n)]);
    const lines: Buffer[] = [];
    let at = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
      lines.push(bytes.subarray(at, end));
      at = end + 1;
    }
    rest = Buffer.from(bytes.subarray(at));
    yield lines;
  }
}
