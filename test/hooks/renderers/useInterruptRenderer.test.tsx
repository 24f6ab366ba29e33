import { act, render, screen, waitFor } from "@testing-library/react";
import { StrictMode, useId, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Interrupt } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call } from "../../store/tools/calls.ts";
import {
  callsWithInterrupts,
  expectErrors,
  InterruptRenderer,
  renderToolChat,
} from "../toolChat.tsx";

const interruptingAgent = (...interrupts: readonly Interrupt[]) =>
  scriptedAgent(callsWithInterrupts(interrupts), textRun("Thanks"));
const approval: Interrupt = { id: "i1", reason: "approval", message: "May I?" };
const mark = (text: string) => () => <p>{text}</p>;

describe("the renderer of an interrupt", () => {
  test("the interrupt renders with the renderer for its reason, which can answer it", async () => {
    const agent = interruptingAgent(approval);
    const { send, user } = renderToolChat(
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
    // The answered interrupt stays visible and is closed.
    expect(screen.getByRole("button", { name: "May I? false resolved" })).toBeDisabled();
  });

  test("the interrupt renders with a matching renderer when no renderer has its reason", async () => {
    const { show, send } = renderToolChat(interruptingAgent(approval), [
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
    "the interrupt renders with the renderer mounted last of several with the same %s, until it unmounts",
    async (_by, by) => {
      const renderers = (...names: string[]) =>
        names.map((name) => <InterruptRenderer key={name} {...by} render={mark(name)} />);
      const { show, send } = renderToolChat(interruptingAgent(approval), renderers("first"));
      await send();
      expect(screen.getByText("first")).toBeVisible();
      show(renderers("first", "second"));
      expect(screen.getByText("second")).toBeVisible();
      expect(screen.queryByText("first")).not.toBeInTheDocument();
      show(renderers("first"));
      expect(screen.getByText("first")).toBeVisible();
    },
  );

  test("the interrupt renders with fresh hook state when another renderer takes over", async () => {
    const consoleError = vi.spyOn(console, "error");
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
    const { show, send } = renderToolChat(interruptingAgent(approval), one);
    await send();
    expect(screen.getByText("one")).toBeVisible();
    show([one, other]);
    expect(screen.getByText("other")).toBeVisible();
    show([one]);
    expect(screen.getByText("one")).toBeVisible();
    expect(consoleError).not.toHaveBeenCalled();
    consoleError.mockRestore();
  });

  test("the interrupt renders with the latest render function", async () => {
    const renderer = (text: string) => <InterruptRenderer reason="approval" render={mark(text)} />;
    const { show, send } = renderToolChat(interruptingAgent(approval), renderer("before"));
    await send();
    show(renderer("after"));
    expect(screen.getByText("after")).toBeVisible();
  });

  test("never with the renderer of another agent", async () => {
    const client = createAgentClient({
      agents: { left: interruptingAgent(approval), right: manualAgent() },
    });
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

  test("the interrupt renders with the tool call it refers to", async () => {
    const agent = scriptedAgent(
      callsWithInterrupts([{ ...approval, toolCallId: "c1" }], call("pay", { amount: 5 })),
    );
    const { send } = renderToolChat(
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

describe("an error of a renderer", () => {
  test("an error in a renderer shows the default card until the interrupt changes", async () => {
    expectErrors();
    const agent = interruptingAgent(approval, { id: "i2", reason: "other", message: "And this?" });
    const { thread, send } = renderToolChat(
      agent,
      <InterruptRenderer
        reason="approval"
        render={({ answer }) => {
          if (!answer) throw new Error("No answer to render");
          return <p>rendered {answer.status}</p>;
        }}
      />,
    );
    await send();
    await waitFor(() => expect(screen.getByText("May I?")).toBeVisible());
    await waitFor(() => expect(screen.getByText("And this?")).toBeVisible());
    expect(screen.getByText("Hi")).toBeVisible();
    await act(() => thread.resume([{ interruptId: "i1", status: "cancelled" }]));
    expect(screen.getByText("rendered cancelled")).toBeVisible();
    expect(screen.queryByText("May I?")).not.toBeInTheDocument();
  });

  test("an error in a `match` function counts as no match and is reported once, and others can match", async () => {
    const consoleError = expectErrors();
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    const match = ({ metadata }: Interrupt) => {
      // A typical mistake with an interrupt without metadata.
      if (metadata === undefined) throw new TypeError("metadata is undefined");
      return true;
    };
    const { show, send } = renderToolChat(interruptingAgent(approval), [
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
    expect(consoleError).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});

test("a renderer may contain a component that registers another renderer", async () => {
  const { send } = renderToolChat(
    interruptingAgent(approval),
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
