import { act, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { Interrupt } from "../../../src/components/interrupt/Interrupt.tsx";
import { MessageItem } from "../../../src/components/message/MessageItem.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import type { SubagentProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { Subagent } from "../../../src/components/subagent/Subagent.tsx";
import { useSubagent } from "../../../src/hooks/subagents/useSubagents.ts";
import { useMessages } from "../../../src/hooks/thread/useMessages.ts";
import type { EventInput, Interrupt as InterruptEvent } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { asSubagent, spawn, suspend } from "../../hooks/subagents.ts";
import { HumanTool, renderToolChat, textEvents } from "../../hooks/toolChat.tsx";
import { withThread } from "../../hooks/wrap.tsx";
import { call, callEvents } from "../../store/tools/calls.ts";
import {
  approveAll,
  createInterrupt,
  lineRenderers,
  scriptedRun,
} from "../interrupt/interruptTranscript.tsx";

function Chip({ id }: SubagentProps) {
  return <b>{`chip ${useSubagent(id)?.name}`}</b>;
}

/** Renders a chat with a custom card, whose first run ends with interrupts. */
async function renderWith(
  Card: (props: SubagentProps) => ReactNode,
  events: readonly EventInput[],
  ...interrupts: readonly InterruptEvent[]
) {
  const agent = scriptedAgent(scriptedRun(events, ...interrupts), textRun("Paid"));
  const chat = renderToolChat(agent, lineRenderers, { chat: { components: { Subagent: Card } } });
  await chat.send();
  return chat;
}

const speaking = [
  spawn("s1"),
  ...asSubagent("s1", textEvents("m1", "May I pay?")),
  suspend("s1", "one"),
];

describe("an interrupt beside a custom card", () => {
  test.each<[string, readonly EventInput[], Partial<InterruptEvent>]>([
    ["after a message", speaking, {}],
    ["before any message", [spawn("s1"), suspend("s1", "one")], {}],
    [
      "about a tool call of the sub-agent",
      [spawn("s1"), ...asSubagent("s1", callEvents([call("pay", {}, "c1")]))],
      { toolCallId: "c1" },
    ],
    [
      "of a nested sub-agent",
      [spawn("s1"), spawn("s2", { parentSubagentRunId: "s1" }), suspend("s2", "one")],
      {},
    ],
    [
      "under the tool call that spawned it",
      [
        ...callEvents([call("delegate", {}, "c0")], "m0"),
        spawn("s1", { parentToolCallId: "c0" }),
        ...asSubagent("s1", textEvents("m1", "May I?")),
        suspend("s1", "one"),
      ],
      {},
    ],
  ])("an interrupt %s is rendered beside a custom card", async (_, events, fields) => {
    await renderWith(Chip, events, createInterrupt("one", fields));
    expect(await screen.findByText("chip S1")).toBeVisible();
    expect(screen.getAllByText("ask one open")).toHaveLength(1);
  });

  test("the interrupt stays in its position after the answer", async () => {
    const { thread } = await renderWith(Chip, speaking, createInterrupt("one"));
    const question = screen.getByText("ask one open");
    await act(() => thread.resume(approveAll("one")));
    await screen.findByText("Paid", { selector: "p" });
    expect(screen.getByText("ask one resolved")).toBe(question);
    expect(question.compareDocumentPosition(screen.getByText("Paid", { selector: "p" }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  test("the interrupt appears only once when it is about a tool call of the agent", async () => {
    const events = [
      ...callEvents([call("delegate", {}, "c0")], "m0"),
      spawn("s1", { parentToolCallId: "c0" }),
      suspend("s1", "one"),
    ];
    await renderWith(
      Chip,
      events,
      createInterrupt("one", { toolCallId: "c0", subagentRunId: "s1" }),
    );
    expect(screen.getAllByText("ask one open")).toHaveLength(1);
  });

  test.each<[string, (props: SubagentProps) => ReactNode]>([
    ["the built-in card", ({ id }) => <Subagent id={id} />],
    [
      "the question",
      function Asking({ id }) {
        return useSubagent(id)?.interrupts.map((one) => <Interrupt key={one.id} interrupt={one} />);
      },
    ],
  ])("the interrupt appears unless the custom card renders %s", async (_, Inside) => {
    const Frame = (props: SubagentProps) => (
      <fieldset aria-label="frame">
        <Inside {...props} />
      </fieldset>
    );
    await renderWith(Frame, speaking, createInterrupt("one"));
    const frame = within(screen.getByRole("group", { name: "frame" }));
    expect(await frame.findByText("ask one open")).toBeVisible();
    expect(screen.getAllByText("ask one open")).toHaveLength(1);
  });
});

describe("a tool call for the user beside a custom card", () => {
  const tool = (
    <HumanTool<{ about?: string }, string>
      name="ask"
      render={({ toolCallId, status, result, respond }) => (
        <>
          <p>{`${toolCallId} ${status} ${result ?? ""}`}</p>
          <button
            type="button"
            onClick={() => void respond("yes")}
          >{`Answer ${toolCallId}`}</button>
        </>
      )}
    />
  );
  const askCalls = (id: string) => callEvents([call("ask", {}, id)]);

  /** Renders a chat with a custom card, whose first run makes tool calls. */
  async function renderCalling(
    Card: (props: SubagentProps) => ReactNode,
    events: readonly EventInput[],
  ) {
    const agent = scriptedAgent(scriptedRun(events), textRun("Paid"));
    const chat = renderToolChat(agent, tool, { chat: { components: { Subagent: Card } } });
    await chat.send();
    return { ...chat, agent };
  }

  test.each<[string, readonly EventInput[]]>([
    ["of the sub-agent", [spawn("s1"), ...asSubagent("s1", askCalls("c1"))]],
    [
      "of a nested sub-agent",
      [
        spawn("s1"),
        spawn("s2", { parentSubagentRunId: "s1" }),
        ...asSubagent("s2", askCalls("c1")),
      ],
    ],
    [
      "of a sub-agent that a tool call spawned",
      [
        ...callEvents([call("delegate", {}, "c0")], "m0"),
        spawn("s1", { parentToolCallId: "c0" }),
        ...asSubagent("s1", askCalls("c1")),
      ],
    ],
  ])("%s and stays after the answer", async (_, events) => {
    const { user, agent } = await renderCalling(Chip, events);
    expect(screen.getByText("chip S1")).toBeVisible();
    const waiting = screen.getAllByText(/^c1 waiting/);
    expect(waiting).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Answer c1" }));
    await screen.findByText("Paid", { selector: "p" });
    expect(screen.getByText("c1 complete yes")).toBe(waiting[0]);
    expect(agent.inputs).toHaveLength(2);
  });

  test("once when an interrupt asks for it as well", async () => {
    const agent = scriptedAgent(
      scriptedRun(
        [spawn("s1"), ...asSubagent("s1", askCalls("c1"))],
        createInterrupt("one", { reason: "tanstack:client_tool_execution", toolCallId: "c1" }),
      ),
      textRun("Paid"),
    );
    const { send } = renderToolChat(
      agent,
      <>
        {lineRenderers}
        {tool}
      </>,
      { chat: { components: { Subagent: Chip } } },
    );
    await send();
    expect(screen.getAllByText(/^c1 waiting/)).toHaveLength(1);
    expect(screen.queryAllByText("ask one open")).toHaveLength(1);
  });

  test("the call appears unless it needs no user or belongs to the agent", async () => {
    const events = [
      ...callEvents([call("ask", {}, "c0")], "m0"),
      spawn("s1"),
      ...asSubagent("s1", callEvents([call("look", {}, "c1")])),
    ];
    await renderCalling(Chip, events);
    expect(screen.getAllByText(/^c0 waiting/)).toHaveLength(1);
    expect(screen.queryByText("Look")).not.toBeInTheDocument();
  });

  test.each<[string, (props: SubagentProps) => ReactNode]>([
    ["the built-in card", ({ id }) => <Subagent id={id} />],
    [
      "its messages",
      function Messages({ id }) {
        return useSubagent(id)?.messages.map((one) => <MessageItem key={one.id} message={one} />);
      },
    ],
  ])("the call appears unless the custom card renders %s", async (_, Inside) => {
    const Frame = (props: SubagentProps) => (
      <fieldset aria-label="frame">
        <Inside {...props} />
      </fieldset>
    );
    await renderCalling(Frame, [spawn("s1"), ...asSubagent("s1", askCalls("c1"))]);
    const frame = within(screen.getByRole("group", { name: "frame" }));
    expect(await frame.findByText(/^c1 waiting/)).toBeVisible();
    expect(screen.getAllByText(/^c1 waiting/)).toHaveLength(1);
  });
});

describe("in a custom message list", () => {
  function OwnList() {
    return useMessages()
      .filter(({ subagentRunId }) => subagentRunId === undefined)
      .map((message) => <MessageItem key={message.id} message={message} />);
  }
  const events = [
    ...callEvents([call("delegate", {}, "c0")], "m0"),
    spawn("s1", { parentToolCallId: "c0" }),
    suspend("s1", "one"),
  ];

  test("the agent's tool calls show their interrupts", async () => {
    const interrupt = createInterrupt("one", {
      toolCallId: "c0",
      message: "May I?",
      subagentRunId: "s1",
    });
    const thread = createThread({ agent: scriptedAgent(scriptedRun(events, interrupt)) });
    render(<OwnList />, { wrapper: withThread(thread) });
    await act(() => thread.run());
    await waitFor(() => expect(screen.getByText("May I?")).toBeVisible());
  });

  test("interrupts of sub-agents appear beside the custom card", async () => {
    const interrupt = createInterrupt("one", { message: "May I?" });
    const thread = createThread({ agent: scriptedAgent(scriptedRun(events, interrupt)) });
    render(
      <ChatSettings components={{ Subagent: Chip }}>
        <OwnList />
      </ChatSettings>,
      { wrapper: withThread(thread) },
    );
    await act(() => thread.run());
    expect(screen.getByText("chip S1")).toBeVisible();
    await waitFor(() => expect(screen.getByText("May I?")).toBeVisible());
  });
});
