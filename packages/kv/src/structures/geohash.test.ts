import { expect, test } from 'bun:test';
import { cellsFor, distance, distanceWithin, type Shape } from './geo-shape.ts';
import {
  areaOf,
  cellAt,
  cellHash,
  geohashText,
  hashOf,
  LATITUDE_MAX,
  neighbour,
  type Point,
  pointOf,
  STEP_MAX,
  scoresIn,
} from './geohash.ts';

const palermo: Point = { longitude: 13.361389, latitude: 38.115556 };
const catania: Point = { longitude: 15.087269, latitude: 37.502669 };

function randomFrom(seed: number): () => number {
  let x = seed;
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 2 ** 32;
  };
}

function randomPoint(random: () => number): Point {
  return {
    longitude: random() * 360 - 180,
    latitude: (random() * 2 - 1) * LATITUDE_MAX,
  };
}

test('known places have the hashes that the reference documents', () => {
  expect(hashOf(palermo)).toBe(3479099956230698);
  expect(hashOf(catania)).toBe(3479447370796909);
  expect(geohashText(hashOf(palermo))).toBe('sqc8b49rny0');
  expect(geohashText(hashOf(catania))).toBe('sqdtr74hyu0');
  expect(distance(pointOf(hashOf(palermo)), pointOf(hashOf(catania)))).toBeCloseTo(166274.1516, 4);
});

test('a hash interleaves row and column exactly, all 52 bits of them', () => {
  const random = randomFrom(1);
  for (let i = 0; i < 2000; i++) {
    const step = 1 + Math.floor(random() * STEP_MAX);
    const cell = cellAt(randomPoint(random), step);
    let bits = 0n;
    for (let b = 0; b < step; b++) {
      bits |= BigInt(Math.floor(cell.row / 2 ** b) % 2) << BigInt(2 * b);
      bits |= BigInt(Math.floor(cell.column / 2 ** b) % 2) << BigInt(2 * b + 1);
    }
    expect(BigInt(cellHash(cell))).toBe(bits);
  }
});

test('a point comes back as the middle of its cell', () => {
  const random = randomFrom(2);
  for (let i = 0; i < 2000; i++) {
    const point = randomPoint(random);
    const back = pointOf(hashOf(point));
    expect(Math.abs(back.longitude - point.longitude)).toBeLessThan(360 / 2 ** STEP_MAX);
    expect(Math.abs(back.latitude - point.latitude)).toBeLessThan(180 / 2 ** STEP_MAX);
    expect(hashOf(back)).toBe(hashOf(point));
  }
});

test('the edges of the map have a place', () => {
  const corner = { longitude: 180, latitude: LATITUDE_MAX };
  expect(hashOf(corner)).toBe(2 ** 52 + 2 ** 53);
  expect(pointOf(hashOf(corner))).toEqual(corner);
  expect(hashOf({ longitude: -180, latitude: -LATITUDE_MAX })).toBe(0);
});

test('neighbours wrap around the map', () => {
  const cell = cellAt({ longitude: -179.9, latitude: 85 }, 4);
  expect(neighbour(cell, -1, 0).column).toBe(15);
  expect(neighbour(cell, 0, 1).row).toBe(0);
  expect(areaOf(neighbour(cell, 1, 0)).west).toBeCloseTo(areaOf(cell).east, 9);
});

test('no point of a shape lies outside the cells searched for it', () => {
  const random = randomFrom(3);
  for (let i = 0; i < 400; i++) {
    // Beyond 70 degrees the reference's own estimate of the cells is too coarse to promise this.
    const center = { longitude: random() * 300 - 150, latitude: random() * 140 - 70 };
    const size = 10 ** (1 + random() * 5.3);
    const shape: Shape =
      i % 2 === 0
        ? { kind: 'circle', center, radius: size }
        : { kind: 'box', center, width: size, height: size * (0.2 + random()) };
    const ranges = cellsFor(shape).map(scoresIn);
    for (let k = 0; k < 60; k++) {
      const reach = size / 60000;
      const point = {
        longitude: Math.max(-180, Math.min(180, center.longitude + (random() - 0.5) * reach)),
        latitude: Math.max(-85, Math.min(85, center.latitude + (random() - 0.5) * reach)),
      };
      if (distanceWithin(shape, point) < 0) continue;
      const score = hashOf(point);
      expect(ranges.some(([low, high]) => score >= low && score < high)).toBe(true);
    }
  }
});
