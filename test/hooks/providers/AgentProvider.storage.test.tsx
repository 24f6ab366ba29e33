import { act, render, screen } from "@testing-library/react";
import { lazy, type ReactNode, Suspense } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../../src/hooks/providers/ThreadsProvider.tsx";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { countChannels } from "../../store/tabs/countChannels.ts";
import {
  newId,
  openingEvents,
  openTab,
  openTabsDuringRun,
  startedIn,
} from "../../store/tabs/tabThreads.ts";
import { eventually } from "../../support/eventually.ts";
import { shownContents } from "../../support/threadViews.ts";
import { provideWebLocks } from "../../support/webLocks.ts";

provideWebLocks();

const agent = scriptedAgent(textRun("Hello"));

interface AppProps {
  readonly agent?: Agent;
  readonly storage: ThreadStorage;
  readonly id: string;
  readonly children?: ReactNode;
}

function App({ agent: agentProp = agent, storage, id, children }: AppProps): ReactNode {
  return (
    <AgentProvider agent={agentProp} storage={storage}>
      <ThreadsProvider threadId={id}>
        <Chat />
        {children}
      </ThreadsProvider>
    </AgentProvider>
  );
}

/** Creates a stored thread whose run was cut off when its tab closed. */
async function createInterruptedRun(storage: ThreadStorage): Promise<string> {
  const { first, id } = await openTabsDuringRun(storage, []);
  await eventually(first.isStored).toBe(true);
  first.dispose();
  return id;
}

test("a render that React discards does not open the stored thread", async () => {
  const storage = memoryStorage();
  const id = await createInterruptedRun(storage);
  const channels = countChannels();
  const connect = vi.fn(async function* () {});
  let show = (_: { default: () => ReactNode }) => {};
  const LazyChild = lazy(
    () => new Promise<{ default: () => ReactNode }>((resolve) => (show = resolve)),
  );
  const { unmount } = render(
    <Suspense fallback="Loading">
      <App agent={{ ...agent, run: agent.run, connect }} storage={storage} id={id}>
        <LazyChild />
      </App>
    </Suspense>,
  );
  onTestFinished(unmount);
  screen.getByText("Loading");
  expect(channels.names).toEqual([]);
  await act(async () => show({ default: () => null }));
  await screen.findByText("Hi");
  await eventually(() => connect.mock.calls.length).toBe(1);
  expect(channels.openNames().filter((name) => name.endsWith(`:${id}`))).toHaveLength(1);
});

test("an unmounted provider stops its run, persists the thread and closes its channels", async () => {
  const storage = memoryStorage();
  const id = newId();
  const channels = countChannels();
  const manual = manualAgent();
  let thread: Thread | undefined;
  const Probe = () => {
    thread = useThread();
    return null;
  };
  const { unmount } = render(
    <App agent={manual} storage={storage} id={id}>
      <Probe />
    </App>,
  );
  const mountedThread = thread as unknown as Thread;
  await eventually(() => mountedThread.getSnapshot().isRestoring).toBe(undefined);
  void mountedThread.send("Hi");
  await manual.started();
  manual.emit(startedIn(id), ...openingEvents);
  await screen.findByText("Hel");
  unmount();
  await eventually(channels.openNames).toEqual([]);

  const page = await openTab(agent, storage, id);
  expect(shownContents(page)).toEqual(["Hi", "Hel"]);
  expect(page.getSnapshot().run).toMatchObject({ status: "idle", outcome: "cancelled" });
});

test("the run of another tab continues when the provider unmounts", async () => {
  const storage = memoryStorage();
  const { agent: manual, first, run, id } = await openTabsDuringRun(storage, []);
  const channels = countChannels();
  const { unmount } = render(<App storage={{ ...storage }} id={id} />);
  await screen.findByText("Hel");
  unmount();
  await eventually(channels.openNames).toEqual([]);
  manual.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
  manual.emit({ type: "TEXT_MESSAGE_END", messageId: "m1" });
  manual.emit({ type: "RUN_FINISHED", threadId: id, runId: "r1" });
  void manual.finish();
  expect(await run).toMatchObject({ outcome: "success" });
  expect(shownContents(first)).toEqual(["Hi", "Hello"]);
});
