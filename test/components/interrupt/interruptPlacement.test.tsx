import { act, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { EventInput, Message } from "../../../src/protocol/events.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import {
  endRun,
  InterruptRenderer,
  renderChat,
  startRun,
  textEvents,
} from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { call, callEvents } from "../../store/tools/calls.ts";
import { about, renderAsking, run, transcript, yes } from "./placement.tsx";

describe("an interrupt about a tool call", () => {
  test("stands with that call, also when it is answered and the conversation has gone on", async () => {
    const { thread, send } = renderAsking(
      run(
        [
          ...callEvents([call("pay", {}, "a"), call("pay", {}, "b")], "m1"),
          ...textEvents("m2", "Wait"),
        ],
        about("one", { toolCallId: "b" }),
        about("two", { toolCallId: "a" }),
      ),
      textRun("Paid"),
    );
    await send();
    expect(transcript()).toEqual([
      "Hi",
      "call a",
      "ask two open",
      "call b",
      "ask one open",
      "Wait",
    ]);
    await act(() => thread.resume(yes("one")));
    expect(transcript()[4]).toBe("ask one resolved");
    await act(() => thread.resume(yes("two")));
    await screen.findByText("Paid", { selector: "p" });
    expect(transcript()).toEqual([
      "Hi",
      "call a",
      "ask two resolved",
      "call b",
      "ask one resolved",
      "Wait",
      "Paid",
    ]);
  });

  test("that asks twice, under one id, is there twice", async () => {
    const ask = about("one", { toolCallId: "a" });
    const { thread, send } = renderAsking(
      run(callEvents([call("pay", {}, "a")]), ask),
      run([], ask),
      textRun("Paid"),
    );
    await send();
    await act(() => thread.resume(yes("one")));
    await screen.findByText("ask one open");
    expect(transcript()).toEqual(["Hi", "call a", "ask one resolved", "ask one open"]);
  });

  test("that is nowhere stands at the end", async () => {
    const { send } = renderAsking(
      run(textEvents("m1", "Wait"), about("one", { toolCallId: "gone" })),
    );
    await send();
    expect(transcript()).toEqual(["Hi", "Wait", "ask one open"]);
  });
});

describe("an interrupt about nothing in particular", () => {
  test("stands at the end, and once it is answered where it was answered", async () => {
    const { thread, send } = renderAsking(
      run(textEvents("m1", "Wait"), about("one"), about("two")),
      run(textEvents("m2", "And"), about("three")),
      textRun("Thanks"),
    );
    await send();
    expect(transcript()).toEqual(["Hi", "Wait", "ask one open", "ask two open"]);
    const second = screen.getByText("ask two open");
    await act(() => thread.resume(yes("two")));
    // Answering moves nothing, and makes no card anew.
    expect(transcript()).toEqual(["Hi", "Wait", "ask one open", "ask two resolved"]);
    expect(screen.getByText("ask two resolved")).toBe(second);
    await act(() => thread.resume(yes("one")));
    await screen.findByText("ask three open");
    await act(() => thread.resume(yes("three")));
    await screen.findByText("Thanks", { selector: "p" });
    expect(transcript()).toEqual([
      "Hi",
      "Wait",
      "ask one resolved",
      "ask two resolved",
      "And",
      "ask three resolved",
      "Thanks",
    ]);
  });

  test("stands below what can be done with the message behind which it was asked", async () => {
    const { thread, send } = renderAsking(run([], about("one")), textRun("Thanks"));
    await send();
    await act(() => thread.resume(yes("one")));
    await screen.findByText("Thanks", { selector: "p" });
    const edit = await screen.findByRole("button", { name: "Edit message" });
    const question = screen.getByText("ask one resolved");
    expect(edit.compareDocumentPosition(question)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const [said] = screen.getAllByRole("article");
    // Beside it in the page, too: by that it stands at the side of the person.
    expect(said?.nextElementSibling).toContainElement(edit);
  });

  test("that a message cancels stands before that message", async () => {
    const { send } = renderAsking(run(textEvents("m1", "Wait"), about("one")), textRun("Fine"));
    await send();
    await send("Never mind");
    expect(transcript()).toEqual(["Hi", "Wait", "ask one cancelled", "Never mind", "Fine"]);
  });

  test("answered behind a result, which has no line of its own, is there all the same", async () => {
    const result: EventInput = {
      type: "TOOL_CALL_RESULT",
      messageId: "r1",
      toolCallId: "a",
      content: "done",
    };
    const { thread, send } = renderAsking(
      run([...callEvents([call("pay", {}, "a")]), result], about("one")),
      textRun("Thanks"),
    );
    await send();
    await act(() => thread.resume(yes("one")));
    await screen.findByText("Thanks", { selector: "p" });
    expect(transcript()).toEqual(["Hi", "call a", "ask one resolved", "Thanks"]);
  });

  test("of a conversation without messages is there too, before and after", async () => {
    const { thread } = renderAsking(run([], about("one")), textRun("Thanks"));
    await act(() => thread.run());
    expect(transcript()).toContain("ask one open");
    await act(() => thread.resume(yes("one")));
    await screen.findByText("Thanks", { selector: "p" });
    expect(transcript()).toContain("ask one resolved");
  });

  test("does not get lost when the agent tells the same conversation with other ids", async () => {
    const texts = ["Hi", "Wait", "Thanks", "And?", "Fine"];
    const tell = (mark: string, count: number): EventInput => ({
      type: "MESSAGES_SNAPSHOT",
      messages: texts.slice(0, count).map((content): Message => {
        const role = content === "Hi" || content === "And?" ? "user" : "assistant";
        return { id: `${mark} ${content}`, role, content };
      }),
    });
    const { thread, send } = renderAsking(
      run([tell("first", 2)], about("one")),
      textRun("Thanks"),
      run([...textEvents("m9", "Fine"), tell("second", 5)]),
    );
    await send();
    await act(() => thread.resume(yes("one")));
    await screen.findByText("Thanks", { selector: "p" });
    expect(transcript()).toEqual(["Hi", "Wait", "ask one resolved", "Thanks"]);
    await send("And?");
    // Where it stood is gone.
    expect(transcript()).toEqual([...texts, "ask one resolved"]);
  });
});

test("text that streams behind an answered interrupt draws it not again", async () => {
  const agent = manualAgent();
  let drawn = 0;
  const { thread, begin } = renderChat(
    agent,
    <InterruptRenderer
      reason="approval"
      render={({ interrupt }) => {
        drawn++;
        return <p>{`ask ${interrupt.id}`}</p>;
      }}
    />,
  );
  begin();
  await startRun(agent);
  const { threadId, runId } = await agent.started();
  const outcome = { type: "interrupt" as const, interrupts: [about("one")] };
  await emit(agent, { type: "RUN_FINISHED", threadId, runId, outcome });
  await act(() => agent.finish());
  await act(() => thread.resume(yes("one")));
  await startRun(agent);
  await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" });
  drawn = 0;
  for (let sent = 0; sent < 10; sent++) {
    await emit(agent, { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "word " });
  }
  expect(drawn).toBe(0);
  expect(transcript()[1]).toBe("ask one");
  await endRun(agent);
});
