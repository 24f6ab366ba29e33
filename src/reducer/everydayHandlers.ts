import { runHandlers } from "./run.ts";
import { textHandlers } from "./text.ts";
import { toolCallHandlers } from "./toolCalls.ts";

/**
 * Handlers of the events that every conversation consists of: runs, text, tool calls. A
 * thread starts with these alone and loads the rest — JSON Patch above all — when a stream first
 * needs it.
 */
export const everydayHandlers = {
  ...runHandlers,
  ...textHandlers,
  ...toolCallHandlers,
  RAW() {},
};
