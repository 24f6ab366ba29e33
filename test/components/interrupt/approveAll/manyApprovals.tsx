import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Chat } from "../../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../../src/hooks/providers/AgentProvider.tsx";
import type { EventInput, Interrupt } from "../../../../src/protocol/events.ts";
import { createAgentClient } from "../../../../src/store/client/createAgentClient.ts";
import { runFinished, runStarted, textRun } from "../../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../../src/testing/scriptedAgent.ts";

export const many = <T,>(count: number, create: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => create(at));

/** Creates the approval of each of these calls: `c0` has the interrupt `i0`. */
export const approvals = (count: number): Interrupt[] =>
  many(count, (at) => ({ id: `i${at}`, reason: "tool_call", toolCallId: `c${at}` }));

/** Creates calls, each in a message of its own or all in one message. */
export const calls = (
  count: number,
  parentMessageId?: string,
  nameOf: (at: number) => string = () => "delete_file",
): EventInput[] =>
  many(count, (at) => ({
    type: "TOOL_CALL_CHUNK",
    toolCallId: `c${at}`,
    toolCallName: nameOf(at),
    delta: JSON.stringify({ path: `/drafts/${at}.md` }),
    ...(parentMessageId !== undefined && { parentMessageId }),
  }));

/** Renders a chat after a run with these events and open interrupts. The agent answers "Done." when it is resumed. */
export async function openMany(
  events: readonly EventInput[],
  interrupts: readonly Interrupt[],
  beside?: ReactNode,
) {
  const agent = scriptedAgent(
    [
      runStarted(),
      ...events,
      runFinished(
        interrupts.length > 0
          ? { outcome: { type: "interrupt", interrupts: [...interrupts] } }
          : undefined,
      ),
    ],
    textRun("Done."),
  );
  const client = createAgentClient({ agent });
  const user = userEvent.setup();
  const { container, unmount } = render(
    <AgentProvider client={client}>
      {beside}
      <Chat />
    </AgentProvider>,
  );
  await act(() => client.thread().send("Clean up"));
  return {
    agent,
    user,
    container,
    unmount,
    thread: client.thread(),
    cards: () => [...container.querySelectorAll<HTMLElement>("section.agk-interrupt")],
    elementCount: () => container.querySelectorAll("*").length,
    /** Presses the button with this text. Roles would be computed for thousands of elements. */
    press: (text: string) => user.click(screen.getByText(text, { selector: "button" })),
    /** Returns the answers, once the agent has received them. */
    resumed: async () => {
      await screen.findByText("Done.");
      return agent.inputs[1]?.resume;
    },
  };
}
