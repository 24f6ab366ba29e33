import { act, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { asSubagent, finishSubagent, spawn, suspend } from "../../hooks/subagents.ts";
import { endRun, renderToolChat, startRun, textEvents } from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { call, callEvents } from "../../store/tools/calls.ts";
import {
  approveAll,
  createInterrupt,
  renderInterruptChat,
  scriptedRun,
  transcriptLines,
} from "../interrupt/interruptTranscript.tsx";
import {
  cardOf,
  lineOf,
  openSubagent,
  renderEnded,
  renderRunningSubagents,
} from "./subagentCard.tsx";

describe("a sub-agent that waits for the user", () => {
  const interruptRun = () =>
    scriptedRun(
      [
        spawn("s1"),
        ...asSubagent("s1", callEvents([call("delegate", {}, "c1")])),
        spawn("s2", { parentToolCallId: "c1" }),
        ...asSubagent("s2", textEvents("m1", "May I pay?")),
        suspend("s2", "one"),
        suspend("s1"),
      ],
      createInterrupt("one"),
    );

  test("opens its card and all cards around it", async () => {
    const { send } = renderInterruptChat(interruptRun());
    await send();
    await screen.findByText("ask one open");
    for (const name of ["S1", "S2"]) {
      expect(await cardOf(name)).toHaveAttribute("data-status", "suspended");
      expect(lineOf(await cardOf(name))).toContain("Needs your input");
    }
    expect(await cardOf("S2")).toContainElement(screen.getByText("ask one open"));
    expect(transcriptLines()).toEqual(["Hi", "call c1", "May I pay?", "ask one open"]);
  });

  test("shows the interrupt with its tool call", async () => {
    const { send } = renderInterruptChat(
      scriptedRun(
        [
          spawn("s1"),
          ...asSubagent("s1", callEvents([call("pay", {}, "c1")])),
          suspend("s1", "one"),
        ],
        createInterrupt("one", { toolCallId: "c1" }),
      ),
    );
    await send();
    expect(await cardOf("S1")).toContainElement(await screen.findByText("ask one open"));
    expect(transcriptLines()).toEqual(["Hi", "call c1", "ask one open"]);
  });

  test("keeps its card open and continues in it after the answer", async () => {
    const { send, thread } = renderInterruptChat(
      interruptRun(),
      scriptedRun([...asSubagent("s2", textEvents("m2", "Paying")), ...textEvents("m3", "Paid")]),
    );
    await send();
    const card = await screen.findByText("ask one open");
    await act(() => thread.resume(approveAll("one")));
    await screen.findByText("Paid", { selector: "p" });
    expect(card).toHaveTextContent("ask one resolved");
    expect(transcriptLines()).toEqual([
      ...["Hi", "call c1", "May I pay?", "ask one resolved", "Paying", "Paid"],
    ]);
    expect(await cardOf("S2")).toHaveAttribute("data-status", "finished");
  });

  test("reopens a card that the user closed, and lets the user close it again", async () => {
    const agent = manualAgent();
    const { begin } = renderToolChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, spawn("s1"), ...asSubagent("s1", textEvents("m1", "May I pay?")));
    await openSubagent("S1");
    await openSubagent("S1");
    const card = await cardOf("S1");
    expect(card).not.toHaveAttribute("open");
    const { threadId, runId } = await agent.started();
    const outcome = {
      type: "interrupt" as const,
      interrupts: [createInterrupt("one", { subagentRunId: "s1", message: "Pay 5 €?" })],
    };
    await emit(agent, { type: "RUN_FINISHED", threadId, runId, outcome });
    await act(() => agent.finish());
    expect(await within(card).findByText("Pay 5 €?")).toBeVisible();
    await openSubagent("S1");
    expect(card).not.toHaveAttribute("open");
  });
});

describe("the status of a run", () => {
  const delegating = [
    ...callEvents([call("delegate", {}, "c1")], "m0"),
    spawn("s1", { parentToolCallId: "c1" }),
  ];
  const callRow = () => screen.getByText("Delegate").closest("summary");
  const callText = () => callRow()?.textContent;

  test("the status is shown once in the card of a running sub-agent and not at its tool call", async () => {
    const { agent } = await renderRunningSubagents(...delegating);
    await cardOf("S1");
    expect(callText()).toBe("Delegate");
    expect(callRow()?.querySelector("[data-icon=running]")).toBeNull();
    await emit(agent, finishSubagent("s1"), {
      ...{ type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "Done that" },
    });
    expect(callText()).toBe("DelegateDone");
    await endRun(agent);
  });

  test("the status is shown once in the card that asks and not below the conversation", async () => {
    await renderEnded(
      [...delegating, suspend("s1", "one")],
      createInterrupt("one", { message: "May I pay?" }),
    );
    await screen.findByText("May I pay?", { selector: "p" });
    expect(screen.getAllByText("Needs your input", { selector: "[role=log] *" })).toHaveLength(1);
    expect(await cardOf("S1")).toHaveTextContent("Needs your input");
  });

  test("below the conversation as well when the agent itself asks", async () => {
    await renderEnded(
      [...delegating, suspend("s1", "one")],
      createInterrupt("one", { message: "May I pay?" }),
      createInterrupt("two", { message: "May I go?" }),
    );
    expect(document.querySelector(".agk-run-status")).toHaveTextContent("Needs your input");
  });
});
