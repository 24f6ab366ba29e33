import { memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { eventually, newId, open, opening, said, server, started } from "./pages.ts";

/** A storage whose threads are not read any more when it is shut, until it is opened. */
function gated(kept: ThreadStorage) {
  let gate: Promise<void> | undefined;
  let waiting = 0;
  let openGate = () => {};
  const storage: ThreadStorage = {
    ...kept,
    async load(threadId) {
      if (gate) waiting += 1;
      await gate;
      return kept.load(threadId);
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

/** A page that runs the agent, and one that follows it with another storage of the same threads. */
export async function followed() {
  const kept = memoryStorage();
  const gate = gated(kept);
  const id = newId();
  const { agent: telling, calls } = server(id);
  const agent = manualAgent();
  const first = await open(agent, kept, id);
  const second = await open(telling, gate.storage, id);
  const run = first.send("Hi");
  await agent.started();
  agent.emit(started(id), ...opening);
  await eventually(() => said(second)).toEqual(["Hi", "Hel"]);
  gate.shut();
  return { kept, gate, id, agent, telling, calls, first, second, run };
}
