import { isRunning } from "../reducer/isRunning.ts";
import { findMessageIndex } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/safeRecord.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { ownerOf } from "./subagentAncestry.ts";
import { selectRow } from "./transcriptRows.ts";

type Message = Snapshot["messages"][number];

/** What the agent says between its words: it belongs to what it says next. */
const isBeside = ({ role }: Message) =>
  role === "reasoning" || role === "activity" || role === "tool";

/**
 * The key in `snapshot.branches` of the ways that begin with a message; undefined when it begins none. The
 * first words of an answer begin what the thoughts before them began.
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
    const isSaid = messages[at]?.role === "user";
    if (isSaid || !message || !isBeside(message)) return undefined;
  }
  return undefined;
}

/** The branches of a message: those that begin with it, or those that begin after it. */
export type BranchPosition = "at" | "after";

/** Branches that can be selected at one message. */
export interface BranchPlace {
  /** The message as `useBranches` takes it. */
  readonly messageId: string;
  readonly position: BranchPosition;
}

/** By the message below which a chat shows them. */
export type BranchPlaces = ReadonlyMap<string, readonly BranchPlace[]>;

let last: { readonly snapshot: Snapshot; readonly places: BranchPlaces } | undefined;

/**
 * Where a chat shows which way it went: below what the person said, or at the end of what the agent said
 * in answer; of an answer that never began, below the question.
 */
export function branchPlacesOf(snapshot: Snapshot): BranchPlaces {
  // Every line of a list asks about the same snapshot.
  if (last?.snapshot === snapshot) return last.places;
  const places = new Map<string, BranchPlace[]>();
  for (const key of Object.keys(snapshot.branches)) {
    const [where, place] = placeOf(snapshot, key) ?? [];
    if (where !== undefined && place) places.set(where, [...(places.get(where) ?? []), place]);
  }
  last = { snapshot, places };
  return places;
}

function placeOf(snapshot: Snapshot, key: string): readonly [string, BranchPlace] | undefined {
  const { messages, branches, run } = snapshot;
  const start = key === "" ? 0 : findMessageIndex(messages, key) + 1;
  const first = messages[start];
  if (first?.role === "user") return [first.id, { messageId: first.id, position: "at" }];
  let shown: Message | undefined;
  for (let at = start; at < messages.length; at++) {
    const message = messages[at];
    if (!message || message.role === "user") break;
    const isOwn = ownerOf(message) === undefined;
    if (isOwn && selectRow(snapshot, message.id)?.hasBody) shown = message;
    // What comes behind it is one of several ways itself.
    if (getOwn(branches, message.id)) break;
  }
  if (shown && first) return [shown.id, { messageId: first.id, position: "at" }];
  return key === "" || isRunning(run) ? undefined : [key, { messageId: key, position: "after" }];
}
