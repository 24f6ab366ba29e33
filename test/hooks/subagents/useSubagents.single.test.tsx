import { renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { useSubagent } from "../../../src/hooks/subagents/useSubagents.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { asSubagent, messageDelta, openMessage, spawn } from "../subagents.ts";
import { finish as end, withThread } from "../wrap.tsx";
import { renderDuringRun } from "./renderDuringRun.tsx";

describe("useSubagent", () => {
  test("finds a nested sub-agent, and re-renders only when it changes", async () => {
    const { rendersOf, agent, result } = await renderDuringRun(
      () => useSubagent("b"),
      spawn("a"),
      spawn("b", { parentSubagentRunId: "a" }),
      ...asSubagent("a", openMessage("m1", "word")),
      ...asSubagent("b", openMessage("m2", "word")),
    );
    expect(await rendersOf(...asSubagent("a", [messageDelta("m1")]))).toBe(0);
    expect(await rendersOf(...asSubagent("b", [messageDelta("m2", "!")]))).toBeGreaterThan(0);
    expect(result.current?.messages).toMatchObject([{ content: "word!" }]);
    await end(agent);
  });

  test("returns undefined for an unknown id", async () => {
    const thread = createThread({ agent: manualAgent() });
    const { result } = renderHook(() => useSubagent("constructor"), {
      wrapper: withThread(thread),
    });
    expect(result.current).toBeUndefined();
  });
});
