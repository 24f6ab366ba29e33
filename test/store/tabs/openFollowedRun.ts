import { memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { eventually } from "../../support/eventually.ts";
import { shownContents } from "../../support/threadViews.ts";
import { createReplayServer, newId, openingEvents, openTab, startedIn } from "./tabThreads.ts";

/** Creates a storage whose loads wait while it is shut. */
function createGatedStorage(inner: ThreadStorage) {
  let gate: Promise<void> | undefined;
  let waiting = 0;
  let openGate = () => {};
  const storage: ThreadStorage = {
    ...inner,
    async load(threadId) {
      if (gate) waiting += 1;
      await gate;
      return inner.load(threadId);
    },
  };
  return {
    storage,
    waiting: () => waiting,
    shut() {
      gate = new Promise((resolve) => {
        openGate = resolve;
      });
    },
    open: () => openGate(),
  };
}

/** Opens a tab that runs the agent, and a tab that follows the run with another storage of the same threads. */
export async function openFollowedRun() {
  const inner = memoryStorage();
  const gate = createGatedStorage(inner);
  const id = newId();
  const { agent: replayAgent, calls } = createReplayServer(id);
  const agent = manualAgent();
  const first = await openTab(agent, inner, id);
  const second = await openTab(replayAgent, gate.storage, id);
  const run = first.send("Hi");
  await agent.started();
  agent.emit(startedIn(id), ...openingEvents);
  await eventually(() => shownContents(second)).toEqual(["Hi", "Hel"]);
  gate.shut();
  return { inner, gate, id, agent, replayAgent, calls, first, second, run };
}
