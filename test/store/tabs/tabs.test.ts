// @vitest-environment jsdom
import { describe, expect, test, vi } from "vitest";
import { tabsSuite } from "./tabsSuite.ts";

vi.setConfig({ testTimeout: 40_000 });

describe("pages without locks, as over plain HTTP", () => {
  test("have none here", () => {
    expect(navigator.locks).toBe(undefined);
  });

  tabsSuite();
});
