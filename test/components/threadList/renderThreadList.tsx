import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import {
  ChatSettings,
  type ChatSettingsProps,
} from "../../../src/components/settings/settings.tsx";
import { ThreadList } from "../../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import {
  ThreadsProvider,
  type ThreadsProviderProps,
} from "../../../src/hooks/providers/ThreadsProvider.tsx";
import type { Agent } from "../../../src/protocol/agent.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { threadRecords } from "../../../src/store/persistence/threadRecords.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const answering: Agent = {
  run: (input, options) => scriptedAgent(textRun("Answer")).run(input, options),
};

interface PageOptions extends ThreadsProviderProps {
  readonly texts?: readonly string[];
  readonly agent?: Agent;
  readonly storage?: ThreadStorage;
  readonly onSelect?: (threadId: string) => void;
  readonly collapsible?: boolean;
  readonly settings?: ChatSettingsProps;
}

/** Renders a list beside a chat, with a thread for each text; the last one is the latest. */
export async function renderList(options: PageOptions = {}) {
  const { texts = [], agent = answering, storage = memoryStorage() } = options;
  const { onSelect, collapsible, settings, ...props } = options;
  const client = createAgentClient({ agent, storage });
  for (const text of texts) {
    const thread = client.thread({ threadId: text });
    await thread.send(text);
    await expect.poll(() => thread.isStored()).toBe(true);
    await threadRecords(storage).changeRecord(text, { readAt: Date.now() });
    // Threads are ordered by time.
    const sent = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(sent);
  }
  const view = render(
    <StrictMode>
      <AgentProvider client={client}>
        <ThreadsProvider {...props}>
          <ChatSettings {...settings}>
            <ThreadList onSelect={onSelect} collapsible={collapsible} />
            <Chat />
          </ChatSettings>
        </ThreadsProvider>
      </AgentProvider>
    </StrictMode>,
  );
  const nav = () => within(screen.getByRole("navigation", { name: "Conversations" }));
  await waitFor(() => expect(screen.getByRole("navigation")).toHaveAttribute("aria-busy", "false"));
  const rows = () =>
    nav()
      .queryAllByRole("listitem")
      .map((row) => row.textContent);
  const open = (title: string) => nav().getByRole("button", { name: title });
  const press = (name: string) => nav().getByRole("button", { name });
  const item = (name: string) => nav().getByRole("menuitem", { name });
  return { ...view, client, nav, rows, open, press, item, user: userEvent.setup() };
}

export const transcript = () => screen.getByRole("log");
