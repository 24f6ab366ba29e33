import type { AssistantMessage, Event, Message, Metadata, ToolCall } from "../protocol/events.ts";
import { createIssue, type Issue, type IssueKind, type NewIssue } from "../protocol/issue.ts";
import { findToolCall } from "./lookup.ts";
import { copyMessages, findMessageIndex, insertMessage } from "./messageIndex.ts";
import type { OpenStream, RunTracking } from "./runTracking.ts";
import { getOwn, putOwn } from "./safeRecord.ts";
import type { Snapshot, ToolCallInfo } from "./snapshot.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The records of a snapshot and of its ledger that a draft copies when one entry changes. */
type SnapshotRecord = "toolCalls" | "subagents" | "timings" | "annotations" | "usages";
type TrackingRecord =
  | "text"
  | "reasoning"
  | "reasoningSpans"
  | "toolCalls"
  | "activities"
  | "subagents"
  | "deferredArguments"
  | "deferredValues"
  | "rebuiltStreams";

/** Different issues a snapshot lists; repetitions of a listed one are still counted. */
const MAX_ISSUES = 100;

/**
 * The snapshot that one batch of events is writing. Whatever a handler changes is copied once per
 * batch, on the first write, and belongs to the draft from then on; all the rest stays shared with
 * the snapshot it came from, which is never touched.
 */
export class Draft {
  readonly #base: Snapshot;
  readonly #next: Mutable<Snapshot>;
  readonly #tracking: Mutable<RunTracking>;
  /** Objects this draft made and may write to. */
  readonly #owned = new Set<unknown>();
  /** What patches in a row have copied: only they know it. */
  readonly patched = new Set<unknown>();
  #hasChanged = false;
  #hasTrackingChanged = false;
  /** When the event that is being reduced arrived, in milliseconds since the epoch. */
  at: number | undefined;
  /** The type of the event that is being reduced. */
  eventType = "";

  constructor(base: Snapshot) {
    this.#base = base;
    this.#next = { ...base };
    this.#tracking = { ...base.tracking };
  }

  /** The state of the batch so far. Do not write to it. */
  get now(): Snapshot {
    return this.#next;
  }

  get tracking(): RunTracking {
    return this.#tracking;
  }

  begin(event: Event): void {
    this.at = event.timestamp;
    this.eventType = event.type;
    if (this.patched.size > 0 && !event.type.endsWith("_DELTA")) this.patched.clear();
    const { sentEdits } = this.#tracking;
    // A sign of life.
    if (sentEdits && !sentEdits.hasArrived)
      this.setTracking({ sentEdits: { ...sentEdits, hasArrived: true } });
  }

  /** The finished snapshot; the one it came from when nothing has changed. */
  commit(): Snapshot {
    if (this.#hasTrackingChanged) this.#next.tracking = this.#tracking;
    return this.#hasChanged || this.#hasTrackingChanged ? this.#next : this.#base;
  }

  set<K extends keyof Snapshot>(key: K, value: Snapshot[K]): void {
    if (Object.is(this.#next[key], value)) return;
    this.#next[key] = value;
    this.#hasChanged = true;
  }

  setTracking(changes: Partial<RunTracking>): void {
    Object.assign(this.#tracking, changes);
    this.#hasTrackingChanged = true;
  }

  /** Writes one entry of a record, `undefined` to remove it. A copy of a record stays that record. */
  put<K extends SnapshotRecord>(key: K, id: string, value: Snapshot[K][string] | undefined): void {
    this.#next[key] = this.#written<unknown>(this.#next[key], id, value) as Snapshot[K];
    this.#hasChanged = true;
  }

  putTracking<K extends TrackingRecord>(
    key: K,
    id: string,
    value: RunTracking[K][string] | undefined,
  ): void {
    this.#tracking[key] = this.#written<unknown>(this.#tracking[key], id, value) as RunTracking[K];
    this.#hasTrackingChanged = true;
  }

  entry(
    kind: "text" | "reasoning" | "reasoningSpans" | "toolCalls" | "activities" | "subagents",
    id: string,
  ) {
    return getOwn<OpenStream>(this.#tracking[kind], id);
  }

  /**
   * Whether content belongs in place of what is there, not behind it: a replayed run tells what it
   * streams from the beginning. True once for each stream.
   */
  tellsAnew(kind: "text" | "reasoning" | "toolCalls", id: string): boolean {
    if (!this.#tracking.isReplay || getOwn(this.#tracking.rebuiltStreams, `${kind}:${id}`))
      return false;
    this.putTracking("rebuiltStreams", `${kind}:${id}`, true);
    return true;
  }

  find(id: string): number {
    return findMessageIndex(this.#next.messages, id);
  }

  /** An id for a message that cannot have the one it asks for. */
  freshId(wanted: string): string {
    let id = wanted;
    for (let n = 2; id === "" || this.find(id) !== -1; n++) id = `${wanted}-${n}`;
    return id;
  }

  insert(message: Message, position: number = this.#next.messages.length): void {
    this.#owned.add(message);
    insertMessage(this.#messages(), position, message);
  }

  /** The message at a position, ready to be written to. */
  own(position: number): Message | undefined {
    const message = this.#next.messages[position];
    if (!message || this.#owned.has(message)) return message;
    const copy = this.adopt({ ...message });
    this.#messages()[position] = copy;
    return copy;
  }

  replace(position: number, message: Message): void {
    this.#messages()[position] = message;
  }

  /** What is known of a tool call. */
  callInfo(toolCallId: string): ToolCallInfo | undefined {
    return getOwn(this.#next.toolCalls, toolCallId);
  }

  /** Changes what is known of a tool call, if there is one. */
  editCallInfo(toolCallId: string, changes: Partial<ToolCallInfo>): void {
    const info = this.callInfo(toolCallId);
    if (info) this.put("toolCalls", toolCallId, { ...info, ...changes });
  }

  /** A tool call, ready to be written to. */
  ownToolCall(toolCallId: string): ToolCall | undefined {
    const found = findToolCall(this.#next, toolCallId);
    if (!found || this.#owned.has(found.toolCall)) return found?.toolCall;
    const { toolCall, info } = found;
    const calls = this.ownToolCalls(this.find(info.messageId));
    const copy = this.adopt({ ...toolCall, function: { ...toolCall.function } });
    calls[calls.indexOf(toolCall)] = copy;
    return copy;
  }

  /** The tool calls of the assistant message at a position, ready to be written to. */
  ownToolCalls(position: number): ToolCall[] {
    // The caller has found an assistant message there; a copy keeps its role.
    const message = this.own(position) as AssistantMessage;
    if (message.toolCalls && this.#owned.has(message.toolCalls)) return message.toolCalls;
    message.toolCalls = this.adopt(message.toolCalls?.slice() ?? []);
    return message.toolCalls;
  }

  adopt<T>(value: T): T {
    this.#owned.add(value);
    return value;
  }

  /** Adds an issue with the event that is being reduced, or counts one more of its kind. */
  report(kind: IssueKind, subject?: string): void {
    this.addIssue(createIssue(kind, this.eventType || undefined, subject));
  }

  addIssue(issue: NewIssue): void {
    const { issues } = this.#next;
    const known = issues.findIndex(
      (other) =>
        other.code === issue.code &&
        other.eventType === issue.eventType &&
        other.subject === issue.subject,
    );
    if (known === -1 && issues.length >= MAX_ISSUES) return;
    const list: Issue[] = this.#owned.has(issues)
      ? (issues as Issue[])
      : this.adopt(issues.slice());
    const before = list[known];
    if (before) list[known] = { ...before, count: before.count + 1 };
    else list.push({ ...issue, count: 1 });
    this.set("issues", list);
  }

  #messages(): Message[] {
    const { messages } = this.#next;
    // A list in `#owned` was made here, as a mutable array.
    if (this.#owned.has(messages)) return messages as Message[];
    const copy = this.adopt(copyMessages(messages));
    this.set("messages", copy);
    return copy;
  }

  #written<T>(record: Readonly<Record<string, T>>, id: string, value: T | undefined) {
    const copy: Record<string, T> = this.#owned.has(record) ? record : this.adopt({ ...record });
    if (value === undefined) delete copy[id];
    else putOwn(copy, id, value);
    return copy;
  }
}

/** Merges an event's metadata into what it is about: key by key, the last write wins. */
export function mergeMetadata(
  target: { metadata?: Metadata } | undefined,
  metadata: Metadata | undefined,
): void {
  if (target && metadata) target.metadata = { ...target.metadata, ...metadata };
}
