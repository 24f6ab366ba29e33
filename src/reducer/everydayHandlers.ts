import { runHandlers } from "./events/run.ts";
import { textHandlers } from "./events/text.ts";

/**
 * Handlers of the events that every conversation consists of: runs and text. A
 * thread starts with these alone and loads the rest — tool calls, JSON Patch — when a stream first
 * needs it.
 */
export const everydayHandlers = {
  ...runHandlers,
  ...textHandlers,
  RAW() {},
};
