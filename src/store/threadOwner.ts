import type { Snapshot } from "../reducer/snapshot.ts";
import type { AnyTool } from "./tools/types.ts";
import type { ContextEntry, RequestOptions } from "./types.ts";

/** What a thread has of the client it belongs to. */
export interface ThreadOwner {
  readonly agentId: string;
  /** The client's tools, which the thread's own shadow. */
  readonly tools: () => readonly AnyTool[];
  /** What the client tells its agents. */
  readonly contexts: ReadonlySet<ContextEntry>;
  readonly requests: () => RequestOptions;
  /** Hands over what gives the thread another conversation, that of another agent. */
  readonly onMade: (adopt: (snapshot: Snapshot<never>) => void) => void;
  readonly onDispose: () => void;
}
