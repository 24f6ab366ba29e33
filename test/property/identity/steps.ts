/** Differences between a snapshot and the stored messages. */
export type SnapshotVariant =
  | "whole"
  | "renamed"
  | "without results"
  | "shortened"
  | "only history";

export type Part = "start" | "content" | "end";

/** A thing that a server does within a run. */
export type Step =
  | {
      readonly kind: "text" | "reasoning";
      readonly id: unknown;
      readonly owner: string | undefined;
      readonly deltas: readonly string[];
      /** Events that the server sends. */
      readonly sends: readonly Part[];
    }
  | {
      readonly kind: "call";
      readonly id: unknown;
      readonly owner: string | undefined;
      readonly parent: unknown;
      readonly name: string;
      readonly parts: readonly string[];
      /** The arguments of a start without an end that is sent before. */
      readonly preview: string | undefined;
      /** Number of times that the call is sent before its result. */
      readonly times: number;
      readonly isEnded: boolean;
      readonly result: string | undefined;
      readonly resultId: unknown;
    }
  | { readonly kind: "result"; readonly id: unknown; readonly messageId: unknown }
  | { readonly kind: "chunks"; readonly id: unknown; readonly isCall: boolean }
  | { readonly kind: "activity"; readonly id: unknown }
  | { readonly kind: "subagent"; readonly id: string; readonly isEnd: boolean }
  | { readonly kind: "invocation"; readonly id: string; readonly end: string | undefined }
  | { readonly kind: "snapshot"; readonly variant: SnapshotVariant };
