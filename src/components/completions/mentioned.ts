import type { Context } from "../../protocol/events.ts";
import { createPerThread } from "../perThread.ts";

/** @internal Tells the facts about what a message mentions, when it is sent; nothing as long as nothing was taken. */
export const contextOf = createPerThread<(text: string) => Context[]>(() => []);
