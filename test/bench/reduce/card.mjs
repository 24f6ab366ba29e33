import { createThread } from "../../../dist/core.js";
import { ArgumentsReader } from "../../../dist/hooks/argumentsReader.js";
import { ArrivingArguments } from "../../../dist/store/arrivingArguments.js";
import { agentOf } from "./ours.mjs";

/**
 * agui-kit while the card of a tool is open and reads its arguments as they arrive, with every frame, as
 * `partialArgs` does.
 *
 * @param {boolean} isPaced - Whether there is a frame behind every group of events. Else they come as fast as they
 *   are taken, and frames when their time has come.
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
    const reader = new ArgumentsReader();
    let heard = 0;
    let shown;
    thread.store.subscribe(({ messages }) => {
      const call = messages.at(-1)?.toolCalls?.[0];
      if (call === undefined) return;
      heard++;
      shown = reader.read(call, undefined, ArrivingArguments);
    });
    await thread.run();
    frames.remove();
    if (isPaced && heard < groups.length) {
      throw new Error(`${heard} frames for ${groups.length} groups.`);
    }
    return { heard, value: JSON.stringify(shown) };
  },
});

/** As it is between two pieces from a network: whatever is due has its turn. */
const nextTask = () => new Promise((resolve) => setImmediate(resolve));

/** Frames that come when they are told to. */
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
