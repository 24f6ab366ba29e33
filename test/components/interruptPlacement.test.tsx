import { act, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { EventInput, Interrupt, Message, ResumeEntry } from "../../src/protocol/events.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import type { Script } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/steps.ts";
import {
  askingRun,
  endRun,
  FrontendTool,
  InterruptRenderer,
  renderChat,
  startRun,
  ToolRenderer,
  textEvents,
} from "../hooks/toolChat.tsx";
import { emit } from "../hooks/wrap.tsx";
import { call, callEvents } from "../store/tools/calls.ts";

const CLIENT_TOOL = "tanstack:client_tool_execution";

const about = (id: string, fields: Partial<Interrupt> = {}): Interrupt => ({
  id,
  reason: "approval",
  ...fields,
});
const yes = (...ids: readonly string[]): ResumeEntry[] =>
  ids.map((interruptId) => ({ interruptId, status: "resolved", payload: true }));

/** Every interrupt and every call is one line of text. */
const lines = (
  <>
    <InterruptRenderer
      match={() => true}
      render={({ interrupt, answer }) => <p>{`ask ${interrupt.id} ${answer?.status ?? "open"}`}</p>}
    />
    <ToolRenderer name="*" render={({ toolCallId }) => <p>{`call ${toolCallId}`}</p>} />
  </>
);

/** The lines of the conversation in their order. */
function transcript(): string[] {
  const log = screen.getByRole("log");
  return [...log.querySelectorAll("article, p")].flatMap((element) => {
    const isLine = element.matches("p") || element.querySelector("p") === null;
    return isLine ? (element.textContent ?? "") : [];
  });
}

function renderAsking(...scripts: readonly Script[]) {
  const agent = scriptedAgent(...scripts);
  return { agent, ...renderChat(agent, lines) };
}

/** A run of these events that ends with these questions. */
const run = (events: readonly EventInput[], ...interrupts: readonly Interrupt[]): Script => [
  runStarted(),
  ...events,
  runFinished(
    interrupts.length > 0 ? { outcome: { type: "interrupt", interrupts: [...interrupts] } } : {},
  ),
];

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
    await act(() => thread.resume(yes("two")));
    expect(transcript()).toEqual(["Hi", "Wait", "ask two resolved", "ask one open"]);
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

describe("an interrupt of a sub-agent", () => {
  const subagentRunId = "s1";
  const started: EventInput = { type: "SUBAGENT_STARTED", subagentRunId, name: "buyer" };
  // The tag may stand on every one of these.
  const tagged = (events: readonly EventInput[]) =>
    events.map((event) => ({ ...event, subagentRunId }) as EventInput);
  const events = [
    started,
    ...tagged(textEvents("m1", "Looking")),
    ...tagged(textEvents("m2", "Found it")),
    ...textEvents("m3", "Meanwhile"),
  ];

  test("stands behind the sub-agent's last message", async () => {
    const { thread, send } = renderAsking(
      run(events, about("one", { subagentRunId }), about("two")),
      textRun("Bought"),
    );
    await send();
    expect(transcript()).toEqual([
      "Hi",
      "Looking",
      "Found it",
      "ask one open",
      "Meanwhile",
      "ask two open",
    ]);
    await act(() => thread.resume(yes("one", "two")));
    await screen.findByText("Bought", { selector: "p" });
    expect(transcript()).toContain("ask one resolved");
  });

  test("that has said nothing stands at the end", async () => {
    const { send } = renderAsking(
      run([started, ...textEvents("m3", "Meanwhile")], about("one", { subagentRunId })),
    );
    await send();
    expect(transcript()).toEqual(["Hi", "Meanwhile", "ask one open"]);
  });
});

describe("an interrupt by which a server hands a call to the page", () => {
  const handed = () =>
    askingRun([about("one", { reason: CLIENT_TOOL, toolCallId: "c1" })], call("pay"));

  test("is nobody's business when a tool answers it", async () => {
    const agent = scriptedAgent(handed(), textRun("Paid"));
    const { send } = renderChat(
      agent,
      <>
        {lines}
        <FrontendTool name="pay" handler={() => ({ ok: true })} />
      </>,
    );
    await send();
    expect(transcript()).toEqual(["Hi", "call c1", "Paid"]);
    expect(agent.inputs[1]?.resume).toEqual([
      { interruptId: "one", status: "resolved", payload: { ok: true } },
    ]);
  });

  test("is shown to a person when there is no such tool", async () => {
    const { send } = renderAsking(handed());
    await send();
    expect(transcript()).toEqual(["Hi", "call c1", "ask one open"]);
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
