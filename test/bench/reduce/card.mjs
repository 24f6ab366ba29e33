import { PartialArguments } from "../../../dist/chunks/thread-store.js";
import { createThread } from "../../../dist/core.js";
import { agentOf } from "./ours.mjs";

/**
 * Measures agui-kit while the card of a tool is open and reads the arguments as they arrive, once
 * per frame, as `partialArgs` does.
 *
 * @param {boolean} isPaced - True for a frame after every group of events. Otherwise events arrive
 *   at full speed, and frames at their usual times.
 */
export const card = (groupSize, isPaced) => ({
  name: `ours with an open card, ${groupSize} at a time`,
  prepare({ stream }) {
    const groups = [];
    for (let i = 0; i < stream.events.length; i += groupSize) {
      groups.push(stream.events.slice(i, i + groupSize));
    }
    return groups;
  },
  async run(groups) {
    const frames = isPaced ? fakeFrames() : { paint: nextTask, remove() {} };
    const thread = createThread({ agent: agentOf(groups, frames.paint) });
    const reader = new PartialArguments();
    let notifiedCount = 0;
    let shown;
    thread.store.subscribe(({ messages }) => {
      const call = messages.at(-1)?.toolCalls?.[0];
      if (call === undefined) return;
      notifiedCount++;
      shown = reader.read(call);
    });
    await thread.run();
    frames.remove();
    if (isPaced && notifiedCount < groups.length) {
      throw new Error(`${notifiedCount} frames for ${groups.length} groups.`);
    }
    return { notifiedCount, value: JSON.stringify(shown) };
  },
});

/** Waits for a macrotask, as between two chunks from a network, so that pending work runs. */
const nextTask = () => new Promise((resolve) => setImmediate(resolve));

/** Replaces animation frames by frames that run on demand. */
function fakeFrames() {
  let due = () => {};
  globalThis.requestAnimationFrame = (callback) => {
    due = callback;
    return 1;
  };
  globalThis.cancelAnimationFrame = () => {
    due = () => {};
  };
  return {
    paint: () => due(),
    remove() {
      delete globalThis.requestAnimationFrame;
      delete globalThis.cancelAnimationFrame;
    },
  };
}
