import { renderHook } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { detectExtras, type ExtrasScan } from "../../../src/components/markdown/useExtras.ts";

afterEach(() => vi.restoreAllMocks());

test("useExtras prefetches the extras for the next text, without changing a mounted text", async () => {
  // The extras may be loaded already.
  vi.resetModules();
  const { useExtras } = await import("../../../src/components/markdown/useExtras.ts");
  const mounted = renderHook(({ isNeeded }) => useExtras(isNeeded), {
    initialProps: { isNeeded: false },
  });
  expect(mounted.result.current).toBeUndefined();
  await expect.poll(() => renderHook(() => useExtras(false)).result.current).toBeDefined();
  mounted.rerender({ isNeeded: false });
  expect(mounted.result.current).toBeUndefined();
  mounted.rerender({ isNeeded: true });
  expect(mounted.result.current).toBeDefined();
});

test("500 mounted texts schedule one prefetch", async () => {
  const scheduled = vi.fn<(callback: () => void) => number>(() => 1);
  vi.stubGlobal("requestIdleCallback", scheduled);
  vi.resetModules();
  const fresh = await import("../../../src/components/markdown/useExtras.ts");
  for (let text = 0; text < 500; text++) renderHook(() => fresh.useExtras(false));
  expect(scheduled).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

describe("detectExtras", () => {
  const NOTHING: ExtrasScan = { text: "", needsExtras: false };

  /** Returns the length at which a streaming text first needs the extras, or -1. */
  function detectedAt(text: string, step: number): number {
    let scan = NOTHING;
    for (let end = 0; end < text.length + step; end += step) {
      scan = detectExtras(scan, text.slice(0, end));
      if (scan.needsExtras) return Math.min(end, text.length);
    }
    return -1;
  }

  test.each(["![", "[^", "```", "~~~", "\n    ", "\n\t"])(
    "detects %j with its last character",
    (syntax) => {
      const text = `some words${syntax}`;
      expect(detectedAt(text, 1)).toBe(text.length);
      expect(detectedAt(`${text} more`, text.length - 1)).toBeGreaterThan(0);
    },
  );

  test.each(["    a", "\ta"])("detects the code block %j at the start of the text", (text) => {
    expect(detectExtras(NOTHING, text).needsExtras).toBe(true);
  });

  test.each(["a     b", "so  \n   c", "``x``", "a!b [c]"])("detects nothing in %j", (text) => {
    for (const step of [1, 2, 3]) expect(detectedAt(text, step)).toBe(-1);
  });

  test("scans a replaced text from its start", () => {
    const before = detectExtras(NOTHING, "some words of a text");
    expect(detectExtras(before, "```\nand other words of a text").needsExtras).toBe(true);
  });

  test("scans each character of a streaming text a bounded number of times", () => {
    const { test: originalTest } = RegExp.prototype;
    let scanned = 0;
    vi.spyOn(RegExp.prototype, "test").mockImplementation(function (this: RegExp, text: string) {
      scanned += text.length;
      return originalTest.call(this, text);
    });
    const text = "words and more words ".repeat(100);
    expect(detectedAt(text, 5)).toBe(-1);
    vi.restoreAllMocks();
    expect(scanned).toBeGreaterThanOrEqual(text.length);
    expect(scanned).toBeLessThan(3 * text.length);
  });
});
