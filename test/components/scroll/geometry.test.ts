import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  distanceToEnd,
  type Geometry,
  isNearEnd,
  keepsFollowing,
} from "../../../src/components/scroll/geometry.ts";

/** At the end of 1,000 px of content, of which 400 are seen. */
const atEnd: Geometry = { top: 600, viewport: 400, content: 1000 };

test("the distance is what is hidden below, and never negative", () => {
  expect(distanceToEnd(atEnd)).toBe(0);
  expect(distanceToEnd({ ...atEnd, top: 450 })).toBe(150);
  expect(distanceToEnd({ top: 0, viewport: 400, content: 100 })).toBe(0);
});

test("near the end is less than two lines away from it", () => {
  expect(isNearEnd({ ...atEnd, top: 590 })).toBe(true);
  expect(isNearEnd({ ...atEnd, top: 500 })).toBe(false);
});

describe("following ends", () => {
  test("with the smallest upward movement of the person", () => {
    expect(keepsFollowing(true, atEnd, { ...atEnd, top: 597 })).toBe(false);
  });

  test("with an upward movement in the very frame in which content grew", () => {
    expect(keepsFollowing(true, atEnd, { ...atEnd, top: 580, content: 1050 })).toBe(false);
  });

  test("with an upward movement larger than what the content shrank by", () => {
    expect(keepsFollowing(true, atEnd, { ...atEnd, top: 400, content: 900 })).toBe(false);
  });
});

describe("following goes on", () => {
  test.each<[string, Geometry]>([
    ["content grows", { ...atEnd, content: 1600 }],
    ["content shrinks, and the view with it", { ...atEnd, top: 500, content: 900 }],
    ["the view becomes higher", { ...atEnd, top: 500, viewport: 500 }],
    ["the view becomes lower, as for a keyboard", { ...atEnd, viewport: 200 }],
    ["positions are fractions", { ...atEnd, top: 599.4 }],
    ["the page is on its way down to a new end", { top: 700, viewport: 400, content: 1600 }],
  ])("while %s", (_what, now) => {
    expect(keepsFollowing(true, atEnd, now)).toBe(true);
  });
});

describe("following begins again", () => {
  const reading: Geometry = { ...atEnd, top: 200 };

  test("when the person arrives near the end", () => {
    expect(keepsFollowing(false, reading, { ...atEnd, top: 580 })).toBe(true);
  });

  test("not on the way there", () => {
    expect(keepsFollowing(false, reading, { ...atEnd, top: 400 })).toBe(false);
  });

  test("not when they leave the end by a little", () => {
    expect(keepsFollowing(false, { ...atEnd, top: 590 }, { ...atEnd, top: 580 })).toBe(false);
  });

  test("when everything fits into the view", () => {
    expect(keepsFollowing(false, reading, { top: 0, viewport: 400, content: 300 })).toBe(true);
  });
});

test("growth alone never changes anything", () => {
  const geometry = fc.record({
    top: fc.nat({ max: 5000 }),
    viewport: fc.integer({ min: 1, max: 2000 }),
    content: fc.integer({ min: 7001, max: 9000 }),
  });
  fc.assert(
    fc.property(geometry, fc.nat({ max: 5000 }), fc.boolean(), (before, growth, isFollowing) => {
      const now = { ...before, content: before.content + growth };
      expect(keepsFollowing(isFollowing, before, now)).toBe(isFollowing);
    }),
  );
});
