import type { Context } from "../../../protocol/events.ts";
import { createThreadState } from "../../state/perThreadState.ts";

/** @internal Tells the facts about what a message mentions, when it is sent; nothing as long as nothing was taken. */
export const contextOf = createThreadState<(text: string) => Context[]>(() => []);
