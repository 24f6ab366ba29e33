import { render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Interrupt, Message } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const history: readonly Message[] = Array.from({ length: 20 }, (_, n) => ({
  id: `u${n}`,
  role: "user",
  content: `Question ${n}`,
}));

/** Creates a run that ends with interrupts. */
export const interruptScript = (interrupts: readonly Interrupt[]): Script => [
  runStarted(),
  runFinished({ outcome: { type: "interrupt", interrupts: [...interrupts] } }),
];

/** Renders a chat of 390 by 500 pixels, scrolled to its end, and runs the script. */
export async function renderSmallChat(script: Script, beside?: ReactNode) {
  const agent = scriptedAgent(script, textRun("Done."));
  const client = createAgentClient({ agent });
  const thread = client.thread();
  thread.setMessages(history);
  render(
    <AgentProvider client={client}>
      {beside}
      <ThreadProvider>
        <div style={{ inlineSize: 390, blockSize: 500 }}>
          <Chat />
        </div>
      </ThreadProvider>
    </AgentProvider>,
  );
  const log = screen.getByRole("log");
  const distance = () => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
  await waitFor(() => expect(distance()).toBe(0));
  await thread.run();
  const below = (element: Element) =>
    Math.round(element.getBoundingClientRect().top - log.getBoundingClientRect().top);
  return { thread, log, distance, below };
}
