import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EventInput } from "../../../src/protocol/events.ts";
import { type ManualAgent, manualAgent } from "../../../src/testing/manualAgent.ts";
import { asSubagent, finishSubagent, spawn } from "../../hooks/subagents.ts";
import { FrontendTool, renderToolChat, startRun } from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { listen, START } from "./announcements.tsx";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
});
afterEach(() => vi.useRealTimers());

const startCall = (toolCallId: string, toolCallName: string): EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName },
  { type: "TOOL_CALL_ARGS", toolCallId, delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId },
];
const answerCall = (toolCallId: string): EventInput => ({
  type: "TOOL_CALL_RESULT",
  messageId: `${toolCallId}-result`,
  toolCallId,
  content: "Done",
});

/** Lets time pass, and renders after each half second. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await act(() => vi.advanceTimersByTimeAsync(500));
  }
}

/** Starts a run, and collects what follows the announcement of its start. */
async function begin(agent: ManualAgent, beside = <FrontendTool name="look" handler={() => ""} />) {
  const { begin } = renderToolChat(agent, beside);
  const announcements = listen();
  begin();
  await startRun(agent);
  await waitFor(() => expect(announcements).toEqual([START]));
  return () => announcements.slice(1);
}

describe("while tools and sub-agents work", () => {
  test("their names are announced every five seconds at most", async () => {
    const agent = manualAgent();
    const announced = await begin(agent);
    await emit(agent, ...startCall("c1", "get_weather"));
    await pass(4_000);
    expect(announced()).toEqual([]);
    await pass(1_000);
    expect(announced()).toEqual(["Running: Get weather…"]);
    await emit(
      agent,
      answerCall("c1"),
      ...startCall("c2", "find_hotel"),
      spawn("s1", { name: "Booker" }),
    );
    await pass(4_000);
    expect(announced()).toHaveLength(1);
    await pass(1_000);
    expect(announced().slice(1)).toEqual(["Running: Find hotel, Booker…"]);
  });

  test("the same work is announced again after 20 seconds", async () => {
    const agent = manualAgent();
    const announced = await begin(agent);
    await emit(agent, ...startCall("c1", "get_weather"));
    await pass(20_000);
    expect(announced()).toHaveLength(1);
    await pass(5_000);
    expect(announced()).toEqual(["Running: Get weather…", "Running: Get weather…"]);
  });

  test("the label of a tool is announced instead of its name", async () => {
    const agent = manualAgent();
    const announced = await begin(
      agent,
      <FrontendTool name="look" label="Looking around" handler={() => ""} />,
    );
    await emit(agent, ...startCall("c1", "look"));
    await pass(5_000);
    expect(announced()).toEqual(["Running: Looking around…"]);
  });

  test("the announcement names sub-agents without their tools, and the newest three of many tools", async () => {
    const agent = manualAgent();
    const announced = await begin(agent);
    const names = ["first", "second", "third", "fourth"];
    await emit(
      agent,
      spawn("s1", { name: "Booker" }),
      ...asSubagent("s1", startCall("c0", "hidden")),
      ...names.flatMap((name) => startCall(name, name)),
    );
    await pass(5_000);
    expect(announced()).toEqual(["Running: Fourth, Third, Second, Booker…"]);
  });

  test("nothing is announced while nothing works, or after the run", async () => {
    const agent = manualAgent();
    const announced = await begin(agent);
    await emit(
      agent,
      spawn("s1"),
      finishSubagent("s1"),
      ...startCall("c1", "look_up"),
      answerCall("c1"),
    );
    await pass(10_000);
    expect(announced()).toEqual([]);
  });
});

test("the region is empty seven seconds after the last sentence", async () => {
  const agent = manualAgent();
  await begin(agent);
  const region = screen.getByRole("status");
  await pass(6_000);
  expect(region).toHaveTextContent(START);
  await pass(1_500);
  expect(region).toBeEmptyDOMElement();
});
