/** GEOSEARCH, GEOSEARCHSTORE and the older GEORADIUS family. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { Zset } from '../store/types/zset.ts';
import { cellsFor, distanceWithin, type Shape } from '../structures/geo-shape.ts';
import { type Point, pointOf, scoresIn } from '../structures/geohash.ts';
import { memberPoint, pointAt, replyDistance, replyPoint, unitAt } from './geo-arguments.ts';
import { cursor, readZset, storeZset } from './sorted-set-key.ts';
import type { Handlers } from './spec.ts';

/** What the command's name already decides. */
interface Form {
  /** The argument that names the set to search. */
  readonly source: number;
  /** The older commands have center and radius at fixed places; the others say FROM... and BY... */
  readonly center: 'coordinates' | 'member' | 'options';
  /** Where results may be stored: nowhere, in argument 1, or under a key given as an option. */
  readonly store: 'never' | 'always' | 'option';
}

interface Query {
  center: Point | null;
  /** A size was given, in units of `unit` metres; a height makes it a box. */
  sized: boolean;
  unit: number;
  radius: number;
  width: number;
  height: number;
  withDistance: boolean;
  withHash: boolean;
  withPoint: boolean;
  order: 'none' | 'asc' | 'desc';
  count: number;
  any: boolean;
  /** The argument that names the target, 0 for none; its scores may be the distances. */
  target: number;
  storeDistance: boolean;
}

interface Match {
  readonly member: string;
  readonly score: number;
  readonly point: Point;
  /** In metres. */
  readonly distance: number;
}

const INT64_MAX = 2n ** 63n - 1n;

/** Stands for the place of a member while the set does not exist and the rest is still checked. */
const NOWHERE: Point = { longitude: 0, latitude: 0 };

function placeOf(zset: Zset | null, a: Args, i: number): Point {
  if (zset === null) return NOWHERE;
  return memberPoint(zset, a, i) ?? fail('ERR could not decode requested zset member');
}

/** Reads `radius unit` from argument i on. */
function readRadius(a: Args, i: number, q: Query): void {
  q.radius = a.double(i, 'ERR need numeric radius');
  if (q.radius < 0) fail('ERR radius cannot be negative');
  q.unit = unitAt(a, i + 1);
  q.sized = true;
}

/** Reads `width height unit` from argument i on. */
function readBox(a: Args, i: number, q: Query): void {
  q.width = a.double(i, 'ERR need numeric width');
  q.height = a.double(i + 1, 'ERR need numeric height');
  if (q.height < 0 || q.width < 0) fail('ERR height or width cannot be negative');
  q.unit = unitAt(a, i + 2);
  q.sized = true;
}

/** Reads the arguments from `first` on. */
function readOptions(a: Args, first: number, form: Form, zset: Zset | null, q: Query): void {
  const search = form.center === 'options';
  let box = false;
  let from: 'member' | 'point' | null = null;
  for (let i = first; i < a.n; i++) {
    const left = a.n - i - 1;
    if (a.is(i, 'WITHDIST')) q.withDistance = true;
    else if (a.is(i, 'WITHHASH')) q.withHash = true;
    else if (a.is(i, 'WITHCOORD')) q.withPoint = true;
    else if (a.is(i, 'ANY')) q.any = true;
    else if (a.is(i, 'ASC')) q.order = 'asc';
    else if (a.is(i, 'DESC')) q.order = 'desc';
    else if (left >= 1 && a.is(i, 'COUNT')) {
      q.count = a.int(++i);
      if (q.count <= 0) fail('ERR COUNT must be > 0');
    } else if (left >= 1 && form.store === 'option' && (a.is(i, 'STORE') || a.is(i, 'STOREDIST'))) {
      q.storeDistance = a.is(i, 'STOREDIST');
      q.target = ++i;
    } else if (form.store === 'always' && a.is(i, 'STOREDIST')) q.storeDistance = true;
    else if (search && left >= 1 && from !== 'point' && a.is(i, 'FROMMEMBER')) {
      q.center = placeOf(zset, a, ++i);
      from = 'member';
    } else if (search && left >= 2 && from !== 'member' && a.is(i, 'FROMLONLAT')) {
      q.center = pointAt(a, i + 1);
      from = 'point';
      i += 2;
    } else if (search && left >= 2 && !box && a.is(i, 'BYRADIUS')) {
      readRadius(a, i + 1, q);
      i += 2;
    } else if (search && left >= 3 && (box || !q.sized) && a.is(i, 'BYBOX')) {
      readBox(a, i + 1, q);
      box = true;
      i += 3;
    } else fail(ERR.syntax);
  }
}

function parse(a: Args, form: Form, zset: Zset | null): Query {
  const q: Query = {
    center: null,
    sized: false,
    unit: 1,
    radius: 0,
    width: -1,
    height: -1,
    withDistance: false,
    withHash: false,
    withPoint: false,
    order: 'none',
    count: 0,
    any: false,
    target: form.store === 'always' ? 1 : 0,
    storeDistance: false,
  };
  let first = form.source + 1;
  if (form.center === 'coordinates') {
    q.center = pointAt(a, 2);
    readRadius(a, 4, q);
    first = 6;
  } else if (form.center === 'member') {
    q.center = placeOf(zset, a, 2);
    // Without a set the reference does not look at the radius.
    if (zset !== null) readRadius(a, 3, q);
    else q.sized = true;
    first = 5;
  }
  readOptions(a, first, form, zset, q);
  const name = form.store === 'always' ? 'GEOSEARCHSTORE' : 'STORE option in GEORADIUS';
  if (q.target !== 0 && (q.withDistance || q.withHash || q.withPoint))
    fail(`ERR ${name} is not compatible with WITHDIST, WITHHASH and WITHCOORD options`);
  if (q.center === null)
    fail(`ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for ${a.str(0)}`);
  if (!q.sized) fail(`ERR exactly one of BYRADIUS and BYBOX can be specified for ${a.str(0)}`);
  if (q.any && q.count === 0) fail('ERR the ANY argument requires COUNT argument');
  return q;
}

function shapeOf({ center, unit, radius, width, height }: Query): Shape {
  const at = center as Point;
  return height < 0
    ? { kind: 'circle', center: at, radius: radius * unit }
    : { kind: 'box', center: at, width: width * unit, height: height * unit };
}

/** Members inside the shape in order of cells, then scores; stops early when `limit` is not 0. */
function matches(zset: Zset, shape: Shape, limit: number): Match[] {
  const found: Match[] = [];
  for (const cell of cellsFor(shape)) {
    const [low, high] = scoresIn(cell);
    if (!cursor.seek(zset, zset.countBelow(low, false))) continue;
    do {
      const { score } = cursor;
      if (score >= high) break;
      const point = pointOf(score);
      const away = distanceWithin(shape, point);
      if (away < 0) continue;
      found.push({ member: cursor.text(), score, point, distance: away });
      if (found.length === limit) return found;
    } while (cursor.next());
  }
  return found;
}

/** A score as an integer; only a set that GEOADD did not make has others. */
function replyHash(c: Client, score: number): void {
  const whole = Math.trunc(score);
  if (Number.isSafeInteger(whole)) c.out.int(whole);
  else
    c.out.bigint(
      whole >= 2 ** 63 ? INT64_MAX : whole <= -(2 ** 63) ? -INT64_MAX - 1n : BigInt(whole),
    );
}

function reply(c: Client, found: readonly Match[], q: Query): void {
  const extras = Number(q.withDistance) + Number(q.withHash) + Number(q.withPoint);
  c.out.array(found.length);
  for (const { member, score, point, distance } of found) {
    if (extras > 0) c.out.array(extras + 1);
    c.out.bulkStr(member);
    if (q.withDistance) replyDistance(c, distance / q.unit);
    if (q.withHash) replyHash(c, score);
    if (q.withPoint) replyPoint(c, point);
  }
}

function store(c: Client, a: Args, found: readonly Match[], q: Query, form: Form): void {
  const { store: memory, config } = c.server;
  const result = new Zset().create(memory, config, Number.POSITIVE_INFINITY, 0);
  for (const { member, score, distance } of found) {
    const bytes = Buffer.from(member, 'latin1');
    result.large?.add(bytes, 0, bytes.length, q.storeDistance ? distance / q.unit : score);
  }
  result.packIfSmall(config);
  const event = form.store === 'always' ? 'geosearchstore' : 'georadiusstore';
  storeZset(c, a, q.target, result, event, found.length);
}

function search(c: Client, a: Args, form: Form): void {
  const zset = readZset(c, a, form.source);
  const q = parse(a, form, zset);
  let found = zset === null ? [] : matches(zset, shapeOf(q), q.any ? q.count : 0);
  // The closest N cannot be had without an order.
  const order = q.order === 'none' && q.count > 0 && !q.any ? 'asc' : q.order;
  if (order === 'asc') found.sort((x, y) => x.distance - y.distance);
  else if (order === 'desc') found.sort((x, y) => y.distance - x.distance);
  if (q.count > 0) found = found.slice(0, q.count);
  if (q.target !== 0) store(c, a, found, q, form);
  else reply(c, found, q);
}

/** A handler for one form of the search. */
function searching(
  source: number,
  center: Form['center'],
  storing: Form['store'],
): (c: Client, a: Args) => void {
  const form: Form = { source, center, store: storing };
  return (c, a) => search(c, a, form);
}

export const geoSearchCommands: Handlers = {
  geosearch: searching(1, 'options', 'never'),
  geosearchstore: searching(2, 'options', 'always'),
  georadius: searching(1, 'coordinates', 'option'),
  georadius_ro: searching(1, 'coordinates', 'never'),
  georadiusbymember: searching(1, 'member', 'option'),
  georadiusbymember_ro: searching(1, 'member', 'never'),
};
