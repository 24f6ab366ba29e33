import { act, renderHook } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import {
  ThreadsProvider,
  type ThreadsProviderProps,
} from "../../../src/hooks/providers/ThreadsProvider.tsx";
import { useClient } from "../../../src/hooks/providers/useClient.ts";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useMessages } from "../../../src/hooks/thread/useMessages.ts";
import { useThreads } from "../../../src/hooks/threads/useThreads.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

export interface AppOptions extends ThreadsProviderProps {
  readonly agent?: Agent;
  /** Several agents, in place of `agent`. */
  readonly agents?: Readonly<Record<string, Agent>>;
  readonly storage?: ThreadStorage;
}

/** Creates an agent that answers every message. */
export const answeringAgent = (): Agent => ({
  run: (input, options) => scriptedAgent(textRun("Answer")).run(input, options),
});

/** Renders the hooks of an application with a thread list and a conversation. */
export function renderThreads({
  agent = answeringAgent(),
  agents,
  storage,
  ...props
}: AppOptions = {}) {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <StrictMode>
      <AgentProvider {...(agents ? { agents } : { agent })} {...(storage && { storage })}>
        <ThreadsProvider {...props}>{children}</ThreadsProvider>
      </AgentProvider>
    </StrictMode>
  );
  const view = renderHook(
    () => ({ ...useThreads(), thread: useThread(), messages: useMessages(), client: useClient() }),
    { wrapper },
  );
  const now = () => view.result.current;
  const titles = () => now().threads.map(({ title }) => title);
  const threadTitled = (title: string) => now().threads.find((thread) => thread.title === title);
  /** Sends a message in the shown thread, and waits for the answer. */
  const sendMessage = (text: string) => act(async () => void (await now().thread.send(text)));
  const create = async () => {
    let id = "";
    await act(async () => {
      id = now().create();
    });
    return id;
  };
  const switchTo = (id: string) => act(async () => now().switchTo(id));
  return { ...view, now, titles, threadTitled, sendMessage, create, switchTo };
}

export const shownTexts = ({ now }: ReturnType<typeof renderThreads>) =>
  now().messages.map(({ content }) => content);
