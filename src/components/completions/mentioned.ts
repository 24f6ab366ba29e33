import type { Context } from "../../protocol/events.ts";
import { createPerThread, type PerThread } from "../perThread.ts";

type Facts = ReadonlyMap<string, Context>;

/** @internal What the agent is told of what has been mentioned, by the text that stands for it. */
export const mentioned: PerThread<Facts> = createPerThread<Facts>(new Map());

/** @internal The facts about what a message mentions. */
export function contextOf(thread: Parameters<typeof mentioned.read>[0], text: string): Context[] {
  return [...mentioned.read(thread)].flatMap(([word, fact]) => (text.includes(word) ? fact : []));
}
