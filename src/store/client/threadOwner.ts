import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ContextEntry, RequestOptions } from "../thread/threadOptions.ts";
import type { AnyTool } from "../tools/types.ts";

/** What a thread has of the client it belongs to. */
export interface ThreadOwner {
  readonly agentId: string;
  /** The client's tools, which the thread's own shadow. */
  readonly tools: () => readonly AnyTool[];
  /** What the client tells its agents. */
  readonly contexts: ReadonlySet<ContextEntry>;
  readonly requests: () => RequestOptions;
  /** Resolves when the thread may take up what is stored; absent where it may at once. */
  readonly whenInUse: Promise<void> | undefined;
  readonly onCreate: (reins: OwnerControls) => void;
  readonly onDispose: () => void;
}

/** What only the owner of a thread does to it. */
export interface OwnerControls {
  /** Gives the thread another conversation, that of another agent. */
  replaceConversation(snapshot: Snapshot): void;
  /** Stops what this page runs in it; returns whether there was anything. */
  stopLocalRun(): boolean;
}
