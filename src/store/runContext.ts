import type { Agent } from "../protocol/agent.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import type { Listeners } from "./listeners.ts";
import type { ThreadCore, TurnMemory } from "./threadCore.ts";
import type { ToolRegistry } from "./tools/registry.ts";
import type { RunParameters } from "./types.ts";

/** What one run needs of its thread. */
export interface RunContext<TState> {
  readonly agent: Agent;
  readonly isStrict: boolean;
  readonly createId: () => string;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly listeners: Listeners;
  /** The snapshot the run starts from, with the person's message. */
  readonly from: Snapshot<TState>;
  /** Messages and calls that are dropped before it starts: what the run before left unfinished. */
  readonly droppedIds: readonly string[];
  readonly parameters: RunParameters<TState>;
  /** The tools of the page, which are offered beside those of the parameters. */
  readonly tools: ToolRegistry;
  /** See `ThreadCore`. */
  readonly given: ThreadCore["given"];
  readonly memory: TurnMemory;
  readonly getSnapshot: () => Snapshot<TState>;
  /** Takes the next snapshot; it is published at once or with the next frame. */
  readonly commit: (next: Snapshot<TState>, when: "now" | "frame") => void;
  /** Called when the run has ended, before anybody hears of it: the next may start from there. */
  readonly release: () => void;
}
