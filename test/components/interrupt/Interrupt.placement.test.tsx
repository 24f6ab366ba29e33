import { act, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { EventInput, Message } from "../../../src/protocol/events.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import {
  endRun,
  InterruptRenderer,
  renderToolChat,
  startRun,
  textEvents,
} from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { call, callEvents } from "../../store/tools/calls.ts";
import {
  approveAll,
  createInterrupt,
  renderInterruptChat,
  scriptedRun,
  transcriptLines,
} from "./interruptTranscript.tsx";

describe("an interrupt about a tool call", () => {
  test("appears after its tool call and stays there while the conversation continues", async () => {
    const { thread, send } = renderInterruptChat(
      scriptedRun(
        [
          ...callEvents([call("pay", {}, "a"), call("pay", {}, "b")], "m1"),
          ...textEvents("m2", "Wait"),
        ],
        createInterrupt("one", { toolCallId: "b" }),
        createInterrupt("two", { toolCallId: "a" }),
      ),
      textRun("Paid"),
    );
    await send();
    expect(transcriptLines()).toEqual([
      "Hi",
      "call a",
      "ask two open",
      "call b",
      "ask one open",
      "Wait",
    ]);
    await act(() => thread.resume(approveAll("one")));
    expect(transcriptLines()[4]).toBe("ask one resolved");
    await act(() => thread.resume(approveAll("two")));
    await screen.findByText("Paid", { selector: "p" });
    expect(transcriptLines()).toEqual([
      "Hi",
      "call a",
      "ask two resolved",
      "call b",
      "ask one resolved",
      "Wait",
      "Paid",
    ]);
  });

  test("appears twice when a server reuses its id", async () => {
    const ask = createInterrupt("one", { toolCallId: "a" });
    const { thread, send } = renderInterruptChat(
      scriptedRun(callEvents([call("pay", {}, "a")]), ask),
      scriptedRun([], ask),
      textRun("Paid"),
    );
    await send();
    await act(() => thread.resume(approveAll("one")));
    await screen.findByText("ask one open");
    expect(transcriptLines()).toEqual(["Hi", "call a", "ask one resolved", "ask one open"]);
  });

  test("appears at the end when its tool call is unknown", async () => {
    const { send } = renderInterruptChat(
      scriptedRun(textEvents("m1", "Wait"), createInterrupt("one", { toolCallId: "gone" })),
    );
    await send();
    expect(transcriptLines()).toEqual(["Hi", "Wait", "ask one open"]);
  });
});

describe("an interrupt without a tool call", () => {
  test("appears at the end and stays where it was answered", async () => {
    const { thread, send } = renderInterruptChat(
      scriptedRun(textEvents("m1", "Wait"), createInterrupt("one"), createInterrupt("two")),
      scriptedRun(textEvents("m2", "And"), createInterrupt("three")),
      textRun("Thanks"),
    );
    await send();
    expect(transcriptLines()).toEqual(["Hi", "Wait", "ask one open", "ask two open"]);
    const second = screen.getByText("ask two open");
    await act(() => thread.resume(approveAll("two")));
    // An answer neither moves nor remounts a card.
    expect(transcriptLines()).toEqual(["Hi", "Wait", "ask one open", "ask two resolved"]);
    expect(screen.getByText("ask two resolved")).toBe(second);
    await act(() => thread.resume(approveAll("one")));
    await screen.findByText("ask three open");
    await act(() => thread.resume(approveAll("three")));
    await screen.findByText("Thanks", { selector: "p" });
    expect(transcriptLines()).toEqual([
      "Hi",
      "Wait",
      "ask one resolved",
      "ask two resolved",
      "And",
      "ask three resolved",
      "Thanks",
    ]);
  });

  test("appears below the actions of the message before it", async () => {
    const { thread, send } = renderInterruptChat(
      scriptedRun([], createInterrupt("one")),
      textRun("Thanks"),
    );
    await send();
    await act(() => thread.resume(approveAll("one")));
    await screen.findByText("Thanks", { selector: "p" });
    const edit = await screen.findByRole("button", { name: "Edit message" });
    const question = screen.getByText("ask one resolved");
    expect(edit.compareDocumentPosition(question)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const [message] = screen.getAllByRole("article");
    // Adjacent in the document, which aligns the actions with the user's message.
    expect(message?.nextElementSibling).toContainElement(edit);
  });

  test("appears before the message that cancelled it", async () => {
    const { send } = renderInterruptChat(
      scriptedRun(textEvents("m1", "Wait"), createInterrupt("one")),
      // The run that cancels the question; the message is sent by the next one.
      scriptedRun([]),
      textRun("Fine"),
    );
    await send();
    await send("Never mind");
    await screen.findByText("Fine", { selector: "p" });
    expect(transcriptLines()).toEqual(["Hi", "Wait", "ask one cancelled", "Never mind", "Fine"]);
  });

  test("appears after a tool result that has no row", async () => {
    const result: EventInput = {
      type: "TOOL_CALL_RESULT",
      messageId: "r1",
      toolCallId: "a",
      content: "done",
    };
    const { thread, send } = renderInterruptChat(
      scriptedRun([...callEvents([call("pay", {}, "a")]), result], createInterrupt("one")),
      textRun("Thanks"),
    );
    await send();
    await act(() => thread.resume(approveAll("one")));
    await screen.findByText("Thanks", { selector: "p" });
    expect(transcriptLines()).toEqual(["Hi", "call a", "ask one resolved", "Thanks"]);
  });

  test("appears in a conversation without messages", async () => {
    const { thread } = renderInterruptChat(
      scriptedRun([], createInterrupt("one")),
      textRun("Thanks"),
    );
    await act(() => thread.run());
    expect(transcriptLines()).toContain("ask one open");
    await act(() => thread.resume(approveAll("one")));
    await screen.findByText("Thanks", { selector: "p" });
    expect(transcriptLines()).toContain("ask one resolved");
  });

  test("appears at the end when a snapshot replaces all message ids", async () => {
    const texts = ["Hi", "Wait", "Thanks", "And?", "Fine"];
    const snapshotOf = (mark: string, count: number): EventInput => ({
      type: "MESSAGES_SNAPSHOT",
      messages: texts.slice(0, count).map((content): Message => {
        const role = content === "Hi" || content === "And?" ? "user" : "assistant";
        return { id: `${mark} ${content}`, role, content };
      }),
    });
    const { thread, send } = renderInterruptChat(
      scriptedRun([snapshotOf("first", 2)], createInterrupt("one")),
      textRun("Thanks"),
      scriptedRun([...textEvents("m9", "Fine"), snapshotOf("second", 5)]),
    );
    await send();
    await act(() => thread.resume(approveAll("one")));
    await screen.findByText("Thanks", { selector: "p" });
    expect(transcriptLines()).toEqual(["Hi", "Wait", "ask one resolved", "Thanks"]);
    await send("And?");
    // The message before the interrupt is gone.
    expect(transcriptLines()).toEqual([...texts, "ask one resolved"]);
  });
});

test("does not render an answered interrupt while text streams after it", async () => {
  const agent = manualAgent();
  let renderCount = 0;
  const { thread, begin } = renderToolChat(
    agent,
    <InterruptRenderer
      reason="approval"
      render={({ interrupt }) => {
        renderCount++;
        return <p>{`ask ${interrupt.id}`}</p>;
      }}
    />,
  );
  begin();
  await startRun(agent);
  const { threadId, runId } = await agent.started();
  const outcome = { type: "interrupt" as const, interrupts: [createInterrupt("one")] };
  await emit(agent, { type: "RUN_FINISHED", threadId, runId, outcome });
  await act(() => agent.finish());
  await act(() => thread.resume(approveAll("one")));
  await startRun(agent);
  await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" });
  renderCount = 0;
  for (let sent = 0; sent < 10; sent++) {
    await emit(agent, { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "word " });
  }
  expect(renderCount).toBe(0);
  expect(transcriptLines()[1]).toBe("ask one");
  await endRun(agent);
});
