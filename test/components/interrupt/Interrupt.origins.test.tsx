import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { EventInput } from "../../../src/protocol/events.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import {
  callsWithInterrupts,
  FrontendTool,
  renderToolChat,
  textEvents,
} from "../../hooks/toolChat.tsx";
import { call } from "../../store/tools/calls.ts";
import {
  approveAll,
  createInterrupt,
  lineRenderers,
  renderInterruptChat,
  scriptedRun,
  transcriptLines,
} from "./interruptTranscript.tsx";

const TANSTACK_CLIENT_TOOL = "tanstack:client_tool_execution";

describe("an interrupt of a sub-agent", () => {
  const subagentRunId = "s1";
  const started: EventInput = { type: "SUBAGENT_STARTED", subagentRunId, name: "buyer" };
  // `subagentRunId` is valid on every event.
  const tagged = (events: readonly EventInput[]) =>
    events.map((event) => ({ ...event, subagentRunId }) as EventInput);
  const events = [
    started,
    ...tagged(textEvents("m1", "Looking")),
    ...tagged(textEvents("m2", "Found it")),
    ...textEvents("m3", "Meanwhile"),
  ];

  test("appears after the last message in the sub-agent's card and stays there", async () => {
    const { thread, send } = renderInterruptChat(
      scriptedRun(events, createInterrupt("one", { subagentRunId }), createInterrupt("two")),
      scriptedRun([...tagged(textEvents("m4", "Paying")), ...textEvents("m5", "Bought")]),
    );
    await send();
    await screen.findByText("ask one open");
    expect(transcriptLines()).toEqual([
      "Hi",
      "Looking",
      "Found it",
      "ask one open",
      "Meanwhile",
      "ask two open",
    ]);
    await act(() => thread.resume(approveAll("one")));
    expect(transcriptLines()[3]).toBe("ask one resolved");
    await act(() => thread.resume(approveAll("two")));
    await screen.findByText("Bought", { selector: "p" });
    expect(transcriptLines()).toEqual([
      "Hi",
      "Looking",
      "Found it",
      "ask one resolved",
      "Paying",
      "Meanwhile",
      "ask two resolved",
      "Bought",
    ]);
  });

  test("appears where the sub-agent started when it has no message", async () => {
    const { send } = renderInterruptChat(
      scriptedRun(
        [started, ...textEvents("m3", "Meanwhile")],
        createInterrupt("one", { subagentRunId }),
      ),
    );
    await send();
    await screen.findByText("ask one open");
    expect(transcriptLines()).toEqual(["Hi", "ask one open", "Meanwhile"]);
  });

  test("appears after the card when the agent itself asked after a sub-agent's message", async () => {
    const { thread, send } = renderInterruptChat(
      scriptedRun(
        [...textEvents("m1", "Wait"), ...tagged(textEvents("m2", "Looking"))],
        createInterrupt("one"),
      ),
      scriptedRun([...tagged(textEvents("m4", "Paying")), ...textEvents("m5", "Bought")]),
    );
    await send();
    await act(() => thread.resume(approveAll("one")));
    await screen.findByText("Bought", { selector: "p" });
    await userEvent.click(await screen.findByText("S1", { selector: "details *" }));
    expect(transcriptLines()).toEqual([
      "Hi",
      "Wait",
      "Looking",
      "Paying",
      "ask one resolved",
      "Bought",
    ]);
  });
});

describe("an interrupt that delegates a tool call to the browser", () => {
  const delegatedCall = () =>
    callsWithInterrupts(
      [createInterrupt("one", { reason: TANSTACK_CLIENT_TOOL, toolCallId: "c1" })],
      call("pay"),
    );

  test("is not rendered when a frontend tool answers it", async () => {
    const agent = scriptedAgent(delegatedCall(), textRun("Paid"));
    const { send } = renderToolChat(
      agent,
      <>
        {lineRenderers}
        <FrontendTool name="pay" handler={() => ({ ok: true })} />
      </>,
    );
    await send();
    expect(transcriptLines()).toEqual(["Hi", "call c1", "Paid"]);
    expect(agent.inputs[1]?.resume).toEqual([
      { interruptId: "one", status: "resolved", payload: { ok: true } },
    ]);
  });

  test("is rendered when there is no such tool", async () => {
    const { send } = renderInterruptChat(delegatedCall());
    await send();
    expect(transcriptLines()).toEqual(["Hi", "call c1", "ask one open"]);
  });
});
