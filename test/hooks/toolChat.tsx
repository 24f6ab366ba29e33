import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, StrictMode } from "react";
import { onTestFinished, vi } from "vitest";
import { Chat, type ChatProps } from "../../src/components/chat/Chat.tsx";
import { MessageList } from "../../src/components/transcript/MessageList.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import {
  type UseInterruptRendererOptions,
  useInterruptRenderer,
} from "../../src/hooks/renderers/useInterruptRenderer.ts";
import type { DeclaredToolOptions } from "../../src/hooks/tools/toolOptions.ts";
import { useFrontendTool } from "../../src/hooks/tools/useFrontendTool.ts";
import { type DeclaredHumanToolOptions, useHumanTool } from "../../src/hooks/tools/useHumanTool.ts";
import {
  type DeclaredToolRendererOptions,
  useToolRenderer,
} from "../../src/hooks/tools/useToolRenderer.ts";
import type { Agent } from "../../src/protocol/agent.ts";
import type { EventInput, Interrupt } from "../../src/protocol/events.ts";
import type { AgentClient, AgentClientOptions } from "../../src/store/client/clientTypes.ts";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import type { ManualAgent } from "../../src/testing/manualAgent.ts";
import type { ScriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { type CallSpec, callRunEnding } from "../store/tools/calls.ts";
import { emit, finish } from "./wrap.tsx";

/** Wraps a hook as a component, so that a test can mount and unmount it. */
export function FrontendTool<TArgs>(tool: DeclaredToolOptions<TArgs>): ReactNode {
  useFrontendTool(tool);
  return null;
}

export function HumanTool<TArgs, TAnswer>(
  tool: DeclaredHumanToolOptions<TArgs, TAnswer>,
): ReactNode {
  useHumanTool(tool);
  return null;
}

export function ToolRenderer<TArgs, TResult>(
  options: DeclaredToolRendererOptions<TArgs, TResult>,
): ReactNode {
  useToolRenderer(options);
  return null;
}

export function InterruptRenderer<TPayload>(
  options: UseInterruptRendererOptions<TPayload>,
): ReactNode {
  useInterruptRenderer(options);
  return null;
}

/** Replaces the default interrupt cards, which have their own tests. */
const plainCards: ChatProps["components"] = {
  Interrupt: ({ interrupt: { message } }) => <p>{message}</p>,
};

/** Renders a chat in StrictMode, next to other components of an application. */
export function renderToolChat(
  agent: Agent,
  beside: ReactNode,
  {
    chat = {},
    ...options
  }: { readonly chat?: ChatProps } & Omit<AgentClientOptions, "agent" | "agents"> = {},
) {
  const client = createAgentClient({ ...options, agent });
  const thread = client.thread();
  const view = (beside: ReactNode) => (
    <StrictMode>
      <AgentProvider client={client}>
        {beside}
        <Chat components={plainCards} {...chat} />
      </AgentProvider>
    </StrictMode>
  );
  const { rerender, container, unmount } = render(view(beside));
  return {
    client,
    thread,
    container,
    unmount,
    user: userEvent.setup(),
    /** Replaces the components next to the chat. */
    show: (beside: ReactNode) => rerender(view(beside)),
    /** Sends a message and waits until the thread is idle. */
    send: (text = "Hi") => act(() => thread.send(text)),
    /** Sends a message without waiting for the run. */
    begin: (text = "Hi") => act(() => void thread.send(text)),
  };
}

/** Renders components below a client in StrictMode, without a chat. */
export function renderBelow(client: AgentClient, children: ReactNode) {
  const view = (children: ReactNode) => (
    <StrictMode>
      <AgentProvider client={client}>{children}</AgentProvider>
    </StrictMode>
  );
  const { rerender, unmount } = render(view(children));
  return { show: (children: ReactNode) => rerender(view(children)), unmount };
}

/** Renders the transcript of one of two agents at a time, after sending a message to each. */
export async function renderOneOfTwo(
  agents: { readonly left: Agent; readonly right: Agent },
  beside: ReactNode,
) {
  // The ids of their messages are equal too.
  const client = createAgentClient({ agents: { ...agents }, createId: () => "same" });
  const view = (agentId: "left" | "right") => (
    <AgentProvider client={client}>
      {beside}
      <ThreadProvider agentId={agentId}>
        <MessageList />
      </ThreadProvider>
    </AgentProvider>
  );
  const { rerender } = render(view("left"));
  for (const agentId of client.agentIds) await act(() => client.thread({ agentId }).send("Hi"));
  return { show: (agentId: "left" | "right") => rerender(view(agentId)) };
}

/** Returns the names of the tools that each run offered. */
export const offeredToolNames = ({ inputs }: ScriptedAgent) =>
  inputs.map(({ tools }) => (tools ?? []).map(({ name }) => name));

/** Starts the stream of the current run. */
export async function startRun(agent: ManualAgent): Promise<void> {
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_STARTED", threadId, runId });
}

/** Ends the current run successfully, and its stream. */
export async function endRun(agent: ManualAgent): Promise<void> {
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_FINISHED", threadId, runId });
  await finish(agent);
}

/** Creates a run with tool calls that ends with interrupts. */
export function callsWithInterrupts(
  interrupts: readonly Interrupt[],
  ...calls: readonly CallSpec[]
) {
  return callRunEnding({ type: "interrupt", interrupts: [...interrupts] }, ...calls);
}

/** Creates the three events of an assistant message. */
export function textEvents(messageId: string, text: string): EventInput[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta: text },
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

/**
 * Silences errors that a test causes on purpose. Returns a mock that receives them from the console, and from
 * the window, where React 18 reports them first.
 */
export function expectErrors() {
  const report = vi.fn();
  const consoleError = vi.spyOn(console, "error").mockImplementation(report);
  const handleError = (event: ErrorEvent) => {
    event.preventDefault();
    report(event.error);
  };
  window.addEventListener("error", handleError);
  onTestFinished(() => {
    window.removeEventListener("error", handleError);
    consoleError.mockRestore();
  });
  return report;
}
