import { afterEach, describe, expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("an error thrown by a listener", () => {
  const boom = () => {
    throw new Error("mine");
  };

  test("is reported and affects neither the run nor other listeners", async () => {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    thread.subscribe({ onEvent: boom, onMessage: boom, onRunStart: boom, onRunEnd: boom });
    const received = vi.fn();
    thread.subscribe({ onRunEnd: received });
    const { outcome } = await thread.send("Hello");
    expect(outcome).toBe("success");
    expect(received).toHaveBeenCalledTimes(1);
    expect(reported.mock.calls.length).toBeGreaterThan(4);
    expect(reported.mock.calls[0]).toEqual([new Error("mine")]);
  });

  test("is reported for a subscriber of the store too", async () => {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    const other = vi.fn();
    thread.store.subscribe(boom);
    thread.store.subscribe(other);
    expect((await thread.send("Hello")).outcome).toBe("success");
    expect(other).toHaveBeenCalledTimes(reported.mock.calls.length);
    expect(other).toHaveBeenLastCalledWith(thread.getSnapshot(), expect.anything());
  });

  test("is printed to the console without `reportError`", async () => {
    vi.stubGlobal("reportError", undefined);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    thread.subscribe({ onRunStart: boom });
    await thread.run();
    expect(logged).toHaveBeenCalledWith(new Error("mine"));
    logged.mockRestore();
  });
});
