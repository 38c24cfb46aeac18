/** DEBUG PROTOCOL: a sample of each reply type, for tests of clients. */
import { fail } from '../errors.ts';
import type { Writer } from '../resp/writer.ts';
import type { Handler } from './spec.ts';

const SAMPLES: { readonly [type: string]: (out: Writer) => void } = {
  string: (out) => out.bulkStr('Hello World'),
  integer: (out) => out.int(12345),
  double: (out) => out.double(3141 / 1000),
  bignum: (out) => out.bigNumber('1234567999999999999999999999999999999'),
  null: (out) => out.nil(),
  array(out) {
    out.array(3);
    for (let i = 0; i < 3; i++) out.int(i);
  },
  set(out) {
    out.set(3);
    for (let i = 0; i < 3; i++) out.int(i);
  },
  map(out) {
    out.map(3);
    for (let i = 0; i < 3; i++) {
      out.int(i);
      out.bool(i === 1);
    }
  },
  // An attribute is no reply of its own: one follows.
  attrib(out) {
    if (out.resp === 3) {
      out.attribute(1);
      out.bulkStr('key-popularity');
      out.array(2);
      out.bulkStr('key:123');
      out.int(90);
    }
    out.bulkStr('Some real reply following the attribute');
  },
  push(out) {
    if (out.resp === 2) fail('ERR RESP2 is not supported by this command');
    out.push(2);
    out.bulkStr('server-cpu-usage');
    out.int(42);
    out.bulkStr('Some real reply following the push reply');
  },
  true: (out) => out.bool(true),
  false: (out) => out.bool(false),
  verbatim: (out) => out.verbatim('This is a verbatim\nstring'),
};

export const replyDebugProtocol: Handler = (c, a) => {
  const type = a.lower(2);
  const sample = Object.hasOwn(SAMPLES, type) ? SAMPLES[type] : undefined;
  if (sample === undefined) {
    fail(
      'ERR Wrong protocol type name. Please use one of the following: string|integer|double|bignum|null|array|set|map|attrib|push|verbatim|true|false',
    );
  }
  sample(c.out);
};
