// Loads lazy code before the tests run.
import "../../../src/components/schemaForm/SchemaFormView.tsx";
import "../../../src/store/jsonSchema/explainErrors.ts";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

export interface InterruptInput {
  readonly id?: string;
  readonly reason: string;
  readonly message?: string;
  readonly toolCallId?: string;
  readonly responseSchema?: Record<string, unknown>;
  readonly expiresAt?: string;
  readonly metadata?: Record<string, unknown>;
}

interface ChatOptions {
  readonly toolCalls?: Readonly<Record<string, readonly [name: string, args: string]>>;
  readonly user?: ReturnType<typeof userEvent.setup>;
  readonly components?: ChatProps["components"];
}

/** Renders a chat with these open interrupts. The agent answers "Done." when the run is resumed. */
export async function openInterrupts(inputs: readonly InterruptInput[], options: ChatOptions = {}) {
  const calls = Object.entries(options.toolCalls ?? {}).map(
    ([toolCallId, [toolCallName, delta]]): EventInput => ({
      type: "TOOL_CALL_CHUNK",
      toolCallId,
      toolCallName,
      delta,
    }),
  );
  const interrupts = inputs.map((input, index) => ({ id: `i${index + 1}`, ...input }));
  const agent = scriptedAgent(
    [runStarted(), ...calls, runFinished({ outcome: { type: "interrupt", interrupts } })],
    textRun("Done."),
  );
  const thread = createThread({ agent });
  const user = options.user ?? userEvent.setup();
  const { container, unmount } = render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Chat {...(options.components && { components: options.components })} />
      </ThreadProvider>
    </StrictMode>,
  );
  await act(() => thread.run());
  await waitFor(() => {
    expect(container.querySelectorAll("section.agk-interrupt")).toHaveLength(inputs.length);
  });
  return {
    agent,
    thread,
    user,
    container,
    unmount,
    /** Returns the answers, once the agent has received them. */
    resumed: async () => {
      await screen.findByText("Done.");
      return agent.inputs[1]?.resume;
    },
    press: (name: string | RegExp) => user.click(screen.getByRole("button", { name })),
  };
}
