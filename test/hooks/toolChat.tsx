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
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import type { AgentClient, AgentClientOptions } from "../../src/store/client/types.ts";
import type { ManualAgent } from "../../src/testing/manualAgent.ts";
import type { ScriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { type CallSpec, callRunEnding } from "../store/tools/calls.ts";
import { emit, finish } from "./wrap.tsx";

/** The hooks as components, so that a test can mount and unmount them. */
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

/** The default cards of interrupts have tests of their own. */
const plainCards: ChatProps["components"] = {
  Interrupt: ({ interrupt: { message } }) => <p>{message}</p>,
};

/** A chat in StrictMode, with components beside it, as an application has them. */
export function renderChat(
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
    /** Puts other components beside the same chat. */
    show: (beside: ReactNode) => rerender(view(beside)),
    /** Sends a message and waits until the thread has come to rest. */
    send: (text = "Hi") => act(() => thread.send(text)),
    /** Sends a message, and does not wait for what comes of it. */
    begin: (text = "Hi") => act(() => void thread.send(text)),
  };
}

/** Components below a client, in StrictMode, without a chat of their own. */
export function renderBelow(client: AgentClient, children: ReactNode) {
  const view = (children: ReactNode) => (
    <StrictMode>
      <AgentProvider client={client}>{children}</AgentProvider>
    </StrictMode>
  );
  const { rerender, unmount } = render(view(children));
  return { show: (children: ReactNode) => rerender(view(children)), unmount };
}

/** The transcripts of two agents, of which one is shown at a time; each has been sent a message. */
export async function renderEither(
  agents: { readonly left: Agent; readonly right: Agent },
  beside: ReactNode,
) {
  // Also the ids of their messages are the same.
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

/** The names of the tools that each run was offered. */
export const offered = ({ inputs }: ScriptedAgent) =>
  inputs.map(({ tools }) => (tools ?? []).map(({ name }) => name));

/** Begins the stream of the run that goes on. */
export async function startRun(agent: ManualAgent): Promise<void> {
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_STARTED", threadId, runId });
}

/** Ends the run that goes on as a success, and its stream. */
export async function endRun(agent: ManualAgent): Promise<void> {
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_FINISHED", threadId, runId });
  await finish(agent);
}

/** A run that ends with these questions, after these calls. */
export function askingRun(interrupts: readonly Interrupt[], ...calls: readonly CallSpec[]) {
  return callRunEnding({ type: "interrupt", interrupts: [...interrupts] }, ...calls);
}

/** A whole message of the assistant, in three events. */
export function textEvents(messageId: string, text: string): EventInput[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta: text },
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

/**
 * Keeps quiet about the errors that a test brings about on purpose, and returns the function that
 * was told of them: by the console, and by the window, which is where React 18 says it first.
 */
export function expectErrors() {
  const told = vi.fn();
  const complaints = vi.spyOn(console, "error").mockImplementation(told);
  const quieten = (event: ErrorEvent) => {
    event.preventDefault();
    told(event.error);
  };
  window.addEventListener("error", quieten);
  onTestFinished(() => {
    window.removeEventListener("error", quieten);
    complaints.mockRestore();
  });
  return told;
}
