import { isRunning } from "../reducer/isRunning.ts";
import { findMessageIndex } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { subagentIdOf } from "./subagentIndex.ts";
import { selectRow } from "./transcriptRows.ts";

type Message = Snapshot["messages"][number];

/** True for a message between the texts of a reply: it belongs to the next text. */
const isBetweenTexts = ({ role }: Message) =>
  role === "reasoning" || role === "activity" || role === "tool";

/**
 * Returns the key in `snapshot.branches` of the branches that begin with a message, `undefined` when none
 * do. The first text of a reply stands for the reasoning before it.
 */
export function branchKeyOf(
  { messages, branches }: Snapshot,
  messageId: string,
): string | undefined {
  const at = findMessageIndex(messages, messageId);
  if (at < 0) return undefined;
  for (let before = at - 1; before >= -1; before--) {
    const message = messages[before];
    const key = message?.id ?? "";
    if (getOwn(branches, key)) return key;
    const isOfUser = messages[at]?.role === "user";
    if (isOfUser || !message || !isBetweenTexts(message)) return undefined;
  }
  return undefined;
}

/** The branches of a message: those that begin with it, or those that begin after it. */
export type BranchPosition = "at" | "after";

/** Branches that can be selected at one message. */
interface BranchPlacement {
  /** The message as `useBranches` takes it. */
  readonly messageId: string;
  readonly position: BranchPosition;
}

/** Placements by the id of the message below which a chat shows them. */
type BranchPlacements = ReadonlyMap<string, readonly BranchPlacement[]>;

let last: { readonly snapshot: Snapshot; readonly placements: BranchPlacements } | undefined;

/**
 * Returns the messages below which a chat shows branch pickers. A picker is below a user message or at the end of a
 * reply. When the reply has not begun, it is below the user message.
 */
export function branchPlacements(snapshot: Snapshot): BranchPlacements {
  // Every row of a list asks for the same snapshot.
  if (last?.snapshot === snapshot) return last.placements;
  const placements = new Map<string, BranchPlacement[]>();
  for (const key of Object.keys(snapshot.branches)) {
    const [where, placement] = placementOf(snapshot, key) ?? [];
    if (where !== undefined && placement)
      placements.set(where, [...(placements.get(where) ?? []), placement]);
  }
  last = { snapshot, placements };
  return placements;
}

function placementOf(
  snapshot: Snapshot,
  key: string,
): readonly [string, BranchPlacement] | undefined {
  const { messages, branches, run } = snapshot;
  const start = key === "" ? 0 : findMessageIndex(messages, key) + 1;
  const first = messages[start];
  if (first?.role === "user") return [first.id, { messageId: first.id, position: "at" }];
  let shown: Message | undefined;
  for (let at = start; at < messages.length; at++) {
    const message = messages[at];
    if (!message || message.role === "user") break;
    const isOwn = subagentIdOf(message) === undefined;
    if (isOwn && selectRow(snapshot, message.id)?.hasBody) shown = message;
    // The messages after this one belong to branches of their own.
    if (getOwn(branches, message.id)) break;
  }
  if (shown && first) return [shown.id, { messageId: first.id, position: "at" }];
  return key === "" || isRunning(run) ? undefined : [key, { messageId: key, position: "after" }];
}
