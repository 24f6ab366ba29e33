import { type ReactNode, useEffect, useState } from "react";
import { BranchPicker } from "../../src/components/message/BranchPicker.tsx";
import { EarlierMessages } from "../../src/components/transcript/EarlierMessages.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { useMessages } from "../../src/hooks/thread/useMessages.ts";
import type { HistoryPage, HistoryRequest } from "../../src/protocol/dialect.ts";
import type { AgentCapabilities } from "../../src/protocol/events.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";

interface WithThreadProps {
  readonly create: () => Thread;
  /** Produces the state that the children show. */
  readonly prepare: (thread: Thread) => Promise<unknown>;
  readonly children: ReactNode;
}

function WithThread({ create, prepare, children }: WithThreadProps): ReactNode {
  const [thread] = useState(create);
  useEffect(() => {
    void prepare(thread);
  }, [thread, prepare]);
  return <ThreadProvider thread={thread}>{children}</ThreadProvider>;
}

interface WithCapabilitiesProps {
  readonly capabilities: AgentCapabilities;
  readonly children: ReactNode;
}

/** Renders children below the thread of an agent with these capabilities. */
export function WithCapabilities({ capabilities, children }: WithCapabilitiesProps): ReactNode {
  const create = () =>
    createThread({ agent: { ...scriptedAgent([]), getCapabilities: async () => capabilities } });
  return (
    <WithThread create={create} prepare={doNothing}>
      {children}
    </WithThread>
  );
}

/** Renders the picker of an answer with two versions. */
export function TwoVersions(): ReactNode {
  return (
    <WithThread create={createTwoAnswers} prepare={regenerate}>
      <LastBranchPicker />
    </WithThread>
  );
}

/** Renders the button that loads the messages before the latest. */
export function Earlier({ isLoading = false }: { readonly isLoading?: boolean }): ReactNode {
  return (
    <WithThread create={createLongThread} prepare={isLoading ? loadEarlier : connect}>
      <EarlierMessages />
    </WithThread>
  );
}

const doNothing = async () => {};
const connect = (thread: Thread) => thread.connect();
const createTwoAnswers = () =>
  createThread({
    agent: scriptedAgent(textRun("To Porto.", { messageId: "a1" }), textRun("To Lisbon.")),
  });

async function regenerate(thread: Thread): Promise<void> {
  if (thread.getSnapshot().messages.length > 0) return;
  await thread.send("Where to?");
  await thread.regenerate("a1");
}

function LastBranchPicker(): ReactNode {
  const id = useMessages().at(-1)?.id;
  return id === undefined ? null : <BranchPicker messageId={id} />;
}

function createLongThread(): Thread {
  const agent = scriptedAgent([]);
  const history = async ({ cursor }: HistoryRequest): Promise<HistoryPage> => {
    // The second page never arrives.
    if (cursor !== undefined) return new Promise(() => {});
    return { messages: [{ id: "u1", role: "user", content: "Where to?" }], olderCursor: "older" };
  };
  const run: typeof agent.run = (input, options) => agent.run(input, options);
  return createThread({ agent: { run, history } });
}

async function loadEarlier(thread: Thread): Promise<void> {
  await connect(thread);
  void thread.loadEarlier();
}
