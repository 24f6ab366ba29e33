import { act, renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { useTyping } from "../../../src/hooks/thread/useTyping.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { endRun, startRun } from "../toolChat.tsx";
import { withThread } from "../wrap.tsx";
import { renderSuggestions } from "./suggestionChat.tsx";

describe("static suggestions", () => {
  const suggestions = ["Shorter", { label: "Explain", message: "Explain that" }];

  test.each([
    ["before", suggestions, []],
    ["after", [], suggestions],
    ["always", suggestions, suggestions],
    [undefined, suggestions, suggestions],
  ] as const)("are shown according to `when`: %s", async (when, before, after) => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    const { now } = renderSuggestions(thread, { static: suggestions, when });
    expect(now().suggestions).toEqual(before);
    await act(() => thread.send("Hello"));
    expect(now().suggestions).toEqual(after);
  });

  test("hide during a run, and keep their identity", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const { now } = renderSuggestions(thread, { static: suggestions });
    expect(now().suggestions).toBe(suggestions);
    await act(async () => void thread.send("Hello"));
    expect(now().suggestions).toEqual([]);
    await startRun(agent);
    await endRun(agent);
    expect(now().suggestions).toBe(suggestions);
  });

  test("stay cleared until `refresh()` or the end of the next run", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    const { now } = renderSuggestions(thread, { static: suggestions });
    act(() => now().clear());
    expect(now().suggestions).toEqual([]);
    act(() => now().refresh());
    expect(now().suggestions).toEqual(suggestions);
    act(() => now().clear());
    await act(() => thread.send("Hello"));
    expect(now().suggestions).toEqual(suggestions);
  });
});

test("useTyping reports typing until all composers of the thread are empty", () => {
  const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
  const wrapper = withThread(thread);
  const first = renderHook(() => useTyping(), { wrapper });
  const second = renderHook(() => useTyping(), { wrapper });
  act(() => first.result.current.reportTyping("H"));
  act(() => second.result.current.reportTyping("W"));
  act(() => second.result.current.reportTyping(""));
  expect(first.result.current.isTyping).toBe(true);
  act(() => second.result.current.reportTyping("W"));
  second.unmount();
  expect(first.result.current.isTyping).toBe(true);
  act(() => first.result.current.reportTyping(""));
  expect(first.result.current.isTyping).toBe(false);
});
