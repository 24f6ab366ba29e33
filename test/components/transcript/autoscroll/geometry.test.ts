import { describe, expect, test } from "vitest";
import {
  anchoredScrollTop,
  distanceToEnd,
  type Geometry,
  isNearEnd,
  type Mode,
  modeAfterLayout,
  modeAfterScroll,
  sentMessageOffset,
  spacerHeight,
} from "../../../../src/components/transcript/autoscroll/geometry.ts";
import { fc } from "../../../support/seededFastCheck.ts";

/** At the end of 1,000 px of content in a view of 400 px. */
const atEnd: Geometry = { top: 600, viewport: 400, content: 1000, room: 0 };

const keepsFollowing = (isFollowing: boolean, before: Geometry, now: Geometry) =>
  modeAfterScroll(isFollowing ? "following" : "free", before, now) === "following";

test("the distance to the end is hidden content below, and never negative", () => {
  expect(distanceToEnd(atEnd)).toBe(0);
  expect(distanceToEnd({ ...atEnd, top: 450 })).toBe(150);
  expect(distanceToEnd({ top: 0, viewport: 400, content: 100, room: 0 })).toBe(0);
});

test("less than two lines from the end is near the end", () => {
  expect(isNearEnd({ ...atEnd, top: 590 })).toBe(true);
  expect(isNearEnd({ ...atEnd, top: 500 })).toBe(false);
});

describe("the end of following", () => {
  test("following ends with the smallest upward movement of the user", () => {
    expect(keepsFollowing(true, atEnd, { ...atEnd, top: 597 })).toBe(false);
  });

  test("following ends with an upward movement in the frame in which content grew", () => {
    expect(keepsFollowing(true, atEnd, { ...atEnd, top: 580, content: 1050 })).toBe(false);
  });

  test("following ends with an upward movement larger than the shrinkage of the content", () => {
    expect(keepsFollowing(true, atEnd, { ...atEnd, top: 400, content: 900 })).toBe(false);
  });
});

describe("following continues", () => {
  test.each<[string, Geometry]>([
    ["content grows", { ...atEnd, content: 1600 }],
    ["content shrinks, and the view with it", { ...atEnd, top: 500, content: 900 }],
    ["the view becomes higher", { ...atEnd, top: 500, viewport: 500 }],
    [
      "the view becomes higher in the frame in which content grew",
      { ...atEnd, top: 500, viewport: 500, content: 1100 },
    ],
    ["the view becomes lower, as for a keyboard", { ...atEnd, viewport: 200 }],
    ["positions are fractional", { ...atEnd, top: 599.4 }],
    [
      "a smooth scroll moves down to a new end",
      { top: 700, viewport: 400, content: 1600, room: 0 },
    ],
  ])("while %s", (_what, now) => {
    expect(keepsFollowing(true, atEnd, now)).toBe(true);
  });
});

describe("the return to following", () => {
  const reading: Geometry = { ...atEnd, top: 200 };

  test("following starts again when the user arrives near the end", () => {
    expect(keepsFollowing(false, reading, { ...atEnd, top: 580 })).toBe(true);
  });

  test("following does not start on the way to the end", () => {
    expect(keepsFollowing(false, reading, { ...atEnd, top: 400 })).toBe(false);
  });

  test("following does not start when the user leaves the end by a little", () => {
    expect(keepsFollowing(false, { ...atEnd, top: 590 }, { ...atEnd, top: 580 })).toBe(false);
  });

  test("following starts again when all content fits into the view", () => {
    expect(keepsFollowing(false, reading, { top: 0, viewport: 400, content: 300, room: 0 })).toBe(
      true,
    );
  });
});

test("growth alone changes nothing", () => {
  const geometry = fc.record({
    top: fc.nat({ max: 5000 }),
    viewport: fc.integer({ min: 1, max: 2000 }),
    content: fc.integer({ min: 7001, max: 9000 }),
    room: fc.constant(0),
  });
  fc.assert(
    fc.property(geometry, fc.nat({ max: 5000 }), fc.boolean(), (before, growth, isFollowing) => {
      const now = { ...before, content: before.content + growth };
      expect(keepsFollowing(isFollowing, before, now)).toBe(isFollowing);
    }),
  );
});

describe("expanded content", () => {
  test("expanded content stays in place while the user scrolls down in it, until the end is near", () => {
    const now = { ...atEnd, content: 1600 };
    expect(modeAfterScroll("expanded", now, { ...now, top: 800 })).toBe("expanded");
    expect(modeAfterScroll("expanded", now, { ...now, top: 1190 })).toBe("following");
  });

  test("expanded content stays in place until the user scrolls up", () => {
    const now = { ...atEnd, content: 1600 };
    expect(modeAfterScroll("expanded", now, { ...now, top: 590 })).toBe("free");
  });
});

describe("a sent message at the top", () => {
  /** A sent message 600 px down with an answer of 100 px. */
  const spacedGeometry: Geometry = { top: 600, viewport: 400, content: 750, room: 250 };

  test("stays while the answer fills the spacer, and beyond", () => {
    expect(
      modeAfterScroll("anchored", spacedGeometry, { ...spacedGeometry, content: 900, room: 100 }),
    ).toBe("anchored");
    expect(
      modeAfterScroll("anchored", spacedGeometry, { ...spacedGeometry, content: 1000, room: 0 }),
    ).toBe("anchored");
  });

  test("is released by any movement of the user", () => {
    expect(modeAfterScroll("anchored", spacedGeometry, { ...spacedGeometry, top: 590 })).toBe(
      "free",
    );
    const grown = { ...spacedGeometry, content: 2000, room: 0 };
    expect(modeAfterScroll("anchored", grown, { ...grown, top: 700 })).toBe("free");
  });

  test("returns while there is a spacer; after that the end is followed", () => {
    expect(modeAfterScroll("free", { ...spacedGeometry, top: 300 }, spacedGeometry)).toBe(
      "anchored",
    );
    const grown = { ...spacedGeometry, content: 2000, room: 0 };
    expect(modeAfterScroll("free", grown, { ...grown, top: 1600 })).toBe("following");
  });

  test("has a spacer that shrinks as the answer grows", () => {
    expect(spacerHeight(600, spacedGeometry)).toBe(250);
    expect(spacerHeight(600, { ...spacedGeometry, content: 950 })).toBe(50);
    expect(spacerHeight(600, { ...spacedGeometry, content: 1500 })).toBe(0);
  });

  test("never takes more than half of the view", () => {
    expect(sentMessageOffset(60, 400)).toBe(24);
    expect(sentMessageOffset(500, 400)).toBe(-300);
  });

  test("yields to a visible end only when the view becomes lower", () => {
    const low = { ...spacedGeometry, viewport: 100, room: 0 };
    expect(anchoredScrollTop(600, spacedGeometry, low)).toBe(650);
    expect(
      anchoredScrollTop(600, spacedGeometry, { ...spacedGeometry, viewport: 300, room: 150 }),
    ).toBe(600);
    const away = { ...spacedGeometry, content: 2000, room: 0 };
    expect(anchoredScrollTop(600, away, { ...away, viewport: 100 })).toBe(600);
    expect(
      anchoredScrollTop(600, spacedGeometry, { ...spacedGeometry, viewport: 500, room: 350 }),
    ).toBe(600);
  });
});

test("a growing answer neither moves the sent message nor starts following", () => {
  const lengths = fc.array(fc.nat({ max: 400 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(lengths, (steps) => {
      let mode: ReturnType<typeof modeAfterScroll> = "anchored";
      let before: Geometry = { top: 600, viewport: 400, content: 660, room: 340 };
      for (const step of steps) {
        const content = before.content + step;
        const room = spacerHeight(600, { ...before, content });
        const now = { ...before, content, room };
        expect(content + room).toBeGreaterThanOrEqual(1000);
        mode = modeAfterScroll(mode, before, now);
        expect(mode).toBe("anchored");
        before = now;
      }
    }),
  );
});

describe("after a change of size", () => {
  const taller: Geometry = { ...atEnd, content: 1600 };

  test.each<[from: Mode, change: string, to: Mode, before: Geometry, now: Geometry]>([
    ["following", "content grows", "following", atEnd, taller],
    ["following", "the view was scrolled up", "free", atEnd, { ...atEnd, top: 500 }],
    ["expanded", "details are collapsed", "following", taller, atEnd],
    ["atOpenCard", "an open card shrinks to fit", "following", taller, atEnd],
    ["expanded", "details are not expanded yet", "expanded", atEnd, atEnd],
    ["free", "the end comes into view", "free", taller, atEnd],
    ["anchored", "the end comes into view", "anchored", taller, atEnd],
  ])("the mode %s, when %s, is then %s", (from, _change, to, before, now) => {
    expect(modeAfterLayout(from, before, now)).toBe(to);
  });
});
