import { act, render, screen, waitFor } from "@testing-library/react";
import { StrictMode, useId, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Interrupt } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { call } from "../../store/tools/calls.ts";
import { askingRun, expectErrors, InterruptRenderer, renderChat } from "../toolChat.tsx";

const asks = (...interrupts: readonly Interrupt[]) =>
  scriptedAgent(askingRun(interrupts), textRun("Thanks"));
const approval: Interrupt = { id: "i1", reason: "approval", message: "May I?" };
const mark = (text: string) => () => <p>{text}</p>;

describe("an interrupt is drawn", () => {
  test("by the renderer for its reason, with all it takes to answer", async () => {
    const agent = asks(approval);
    const { send, user } = renderChat(
      agent,
      <InterruptRenderer<{ approved: boolean }>
        reason="approval"
        render={({ interrupt, isOpen, isExpired, answer, resolve }) => (
          <button type="button" disabled={!isOpen} onClick={() => void resolve({ approved: true })}>
            {[interrupt.message, isExpired, answer?.status].join(" ")}
          </button>
        )}
      />,
    );
    await send();
    await user.click(screen.getByRole("button", { name: "May I? false" }));
    await screen.findByText("Thanks", { selector: "p" });
    expect(agent.inputs[1]?.resume).toEqual([
      { interruptId: "i1", status: "resolved", payload: { approved: true } },
    ]);
    // The answer stays, and takes no other.
    expect(screen.getByRole("button", { name: "May I? false resolved" })).toBeDisabled();
  });

  test("by one that matches, when there is none for its reason", async () => {
    const { show, send } = renderChat(asks(approval), [
      <InterruptRenderer key="r" reason="approval" render={mark("by reason")} />,
      <InterruptRenderer key="m" match={({ id }) => id === "i1"} render={mark("by match")} />,
    ]);
    await send();
    expect(screen.getByText("by reason")).toBeVisible();
    expect(screen.queryByText("by match")).not.toBeInTheDocument();
    show([<InterruptRenderer key="m" match={({ id }) => id === "i1"} render={mark("by match")} />]);
    expect(screen.getByText("by match")).toBeVisible();
    show([<InterruptRenderer key="m" match={() => false} render={mark("by match")} />]);
    await waitFor(() => expect(screen.getByText("May I?")).toBeVisible());
    expect(screen.queryByText("by match")).not.toBeInTheDocument();
  });

  test.each([
    ["reason", { reason: "approval" } as const],
    ["match", { match: () => true } as const],
  ])(
    "by the last of several that came for it by %s, and the others when it goes",
    async (_by, by) => {
      const renderers = (...names: string[]) =>
        names.map((name) => <InterruptRenderer key={name} {...by} render={mark(name)} />);
      const { show, send } = renderChat(asks(approval), renderers("first"));
      await send();
      expect(screen.getByText("first")).toBeVisible();
      show(renderers("first", "second"));
      expect(screen.getByText("second")).toBeVisible();
      expect(screen.queryByText("first")).not.toBeInTheDocument();
      show(renderers("first"));
      expect(screen.getByText("first")).toBeVisible();
    },
  );

  test("afresh when another component draws it, with whatever hooks", async () => {
    const complaints = vi.spyOn(console, "error");
    const one = (
      <InterruptRenderer key="one" reason="approval" render={() => <p>{useState("one")[0]}</p>} />
    );
    const other = (
      <InterruptRenderer
        key="other"
        reason="approval"
        render={() => {
          const id = useId();
          const [text] = useState("other");
          return <p id={id}>{text}</p>;
        }}
      />
    );
    const { show, send } = renderChat(asks(approval), one);
    await send();
    expect(screen.getByText("one")).toBeVisible();
    show([one, other]);
    expect(screen.getByText("other")).toBeVisible();
    show([one]);
    expect(screen.getByText("one")).toBeVisible();
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  });

  test("with what its component drew with last", async () => {
    const renderer = (text: string) => <InterruptRenderer reason="approval" render={mark(text)} />;
    const { show, send } = renderChat(asks(approval), renderer("before"));
    await send();
    show(renderer("after"));
    expect(screen.getByText("after")).toBeVisible();
  });

  test("by a renderer for another agent in no case", async () => {
    const client = createAgentClient({ agents: { left: asks(approval), right: manualAgent() } });
    render(
      <StrictMode>
        <AgentProvider client={client}>
          <InterruptRenderer reason="approval" agentId="left" render={mark("left's")} />
          <InterruptRenderer reason="approval" agentId="right" render={mark("right's")} />
          <ThreadProvider agentId="left">
            <Chat />
          </ThreadProvider>
        </AgentProvider>
      </StrictMode>,
    );
    await act(() => client.thread().send("Hi"));
    expect(screen.getByText("left's")).toBeVisible();
    expect(screen.queryByText("right's")).not.toBeInTheDocument();
  });

  test("with the tool call it is about", async () => {
    const agent = scriptedAgent(
      askingRun([{ ...approval, toolCallId: "c1" }], call("pay", { amount: 5 })),
    );
    const { send } = renderChat(
      agent,
      <InterruptRenderer
        reason="approval"
        render={({ toolCall }) => (
          <p>{`${toolCall?.toolCall.function.arguments} ${toolCall?.status}`}</p>
        )}
      />,
    );
    await send();
    expect(screen.getByText('{"amount":5} waiting')).toBeVisible();
  });
});

describe("what throws is contained", () => {
  test("in a renderer: the default takes its place until the interrupt changes", async () => {
    expectErrors();
    const agent = asks(approval, { id: "i2", reason: "other", message: "And this?" });
    const { thread, send } = renderChat(
      agent,
      <InterruptRenderer
        reason="approval"
        render={({ answer }) => {
          if (!answer) throw new Error("No answer to draw");
          return <p>drew {answer.status}</p>;
        }}
      />,
    );
    await send();
    await waitFor(() => expect(screen.getByText("May I?")).toBeVisible());
    await waitFor(() => expect(screen.getByText("And this?")).toBeVisible());
    expect(screen.getByText("Hi")).toBeVisible();
    await act(() => thread.resume([{ interruptId: "i1", status: "cancelled" }]));
    expect(screen.getByText("drew cancelled")).toBeVisible();
    expect(screen.queryByText("May I?")).not.toBeInTheDocument();
  });

  test("in a match: it does not match, another may, and it is said once", async () => {
    const complaints = expectErrors();
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    const match = ({ metadata }: Interrupt) => {
      // What an interrupt without metadata makes of many an expression.
      if (metadata === undefined) throw new TypeError("metadata is undefined");
      return true;
    };
    const { show, send } = renderChat(asks(approval), [
      <InterruptRenderer key="one" match={match} render={mark("never")} />,
    ]);
    await send();
    await waitFor(() => expect(screen.getByText("May I?")).toBeVisible());
    expect(report).toHaveBeenCalledTimes(1);
    show([
      <InterruptRenderer key="two" match={() => true} render={mark("another")} />,
      <InterruptRenderer key="one" match={match} render={mark("never")} />,
    ]);
    expect(screen.getByText("another")).toBeVisible();
    expect(report).toHaveBeenCalledTimes(1);
    expect(complaints).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});

test("a renderer may hold a component that registers renderers itself", async () => {
  const { send } = renderChat(
    asks(approval),
    <InterruptRenderer
      reason="approval"
      render={() => (
        <>
          <p>the form</p>
          <InterruptRenderer reason="other" render={() => <p>other</p>} />
        </>
      )}
    />,
  );
  await send();
  expect(screen.getByText("the form")).toBeVisible();
});
