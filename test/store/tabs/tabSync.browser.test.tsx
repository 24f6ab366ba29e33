import { describe, expect, test, vi } from "vitest";
import { tabsSuite } from "./tabsSuite.ts";

vi.setConfig({ testTimeout: 40_000 });

describe("tabs in a browser", () => {
  test("have Web Locks", () => {
    expect(navigator.locks).toBeDefined();
  });

  tabsSuite();
});
