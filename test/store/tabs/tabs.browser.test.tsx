import { describe, expect, test, vi } from "vitest";
import { tabsSuite } from "./tabsSuite.ts";

vi.setConfig({ testTimeout: 40_000 });

describe("pages with locks", () => {
  test("have them here", () => {
    expect(navigator.locks).toBeDefined();
  });

  tabsSuite();
});
