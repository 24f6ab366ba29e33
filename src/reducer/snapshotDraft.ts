import type { StreamKind } from "../protocol/completion/streamReferences.ts";
import type { AssistantMessage, Event, Message, ToolCall } from "../protocol/events.ts";
import { createIssue, type Issue, type IssueKind, type NewIssue } from "../protocol/issue.ts";
import { findToolCall } from "./findToolCall.ts";
import { appendCall, findCallPosition, indexCall, indexMessage } from "./indexes/callIndexes.ts";
import { moveIndexes } from "./indexes/collectionIndex.ts";
import { copyMessages, findMessageIndex, insertMessage, replaceMessageAt } from "./messageIndex.ts";
import { getOwn, putOwn } from "./ownProperty.ts";
import type { ContentKind, RunTracking, StreamEntry } from "./runTracking.ts";
import { freeId } from "./serverIds.ts";
import type { Snapshot, ToolCallInfo } from "./snapshot.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Records of a snapshot that a draft copies when one entry changes; `TrackingRecord` are those of its tracking. */
type SnapshotRecord = "toolCalls" | "subagents" | "timings" | "annotations" | "usages";
type TrackingRecord =
  | StreamKind
  | "subagents"
  | "deferredArguments"
  | "deferredResults"
  | "deferredValues"
  | "snapshotOnlyCalls"
  | "rebuiltStreams";

/** Number of different issues that a snapshot lists; repetitions of a listed issue are still counted. */
const MAX_ISSUES = 100;

/**
 * A snapshot that a batch of events writes to. The first write to an object copies it, and the draft owns the copy
 * until the batch ends. Everything else is shared with the base snapshot, which never changes.
 */
export class SnapshotDraft {
  readonly #base: Snapshot;
  readonly #next: Mutable<Snapshot>;
  readonly #tracking: Mutable<RunTracking>;
  /** Objects that this draft created and may write to. */
  readonly #owned = new Set<unknown>();
  /** Containers that consecutive patches copied and may write to. */
  readonly patched = new Set<unknown>();
  #hasChanged = false;
  #hasTrackingChanged = false;
  /** Arrival time of the current event, in milliseconds since the epoch. */
  arrivedAt: number | undefined;
  /** Type of the current event. */
  eventType = "";

  constructor(base: Snapshot) {
    this.#base = base;
    this.#next = { ...base };
    this.#tracking = { ...base.tracking };
  }

  /** The snapshot after the events so far. Do not write to it. */
  get snapshot(): Snapshot {
    return this.#next;
  }

  /** The run tracking after the events so far. Do not write to it. */
  get tracking(): RunTracking {
    return this.#tracking;
  }

  /** Makes an event the current one. */
  beginEvent(event: Event): void {
    this.arrivedAt = event.timestamp;
    this.eventType = event.type;
    if (this.patched.size > 0 && !event.type.endsWith("_DELTA")) this.patched.clear();
    const { sentEdits } = this.#tracking;
    // The first event shows that the agent received the input.
    if (sentEdits && !sentEdits.hasArrived)
      this.setTracking({ sentEdits: { ...sentEdits, hasArrived: true } });
  }

  /** Returns the finished snapshot, or the base snapshot when nothing changed. */
  commit(): Snapshot {
    if (this.#hasTrackingChanged) this.#next.tracking = this.#tracking;
    return this.#hasChanged || this.#hasTrackingChanged ? this.#next : this.#base;
  }

  /** Sets a field of the snapshot. */
  setField<K extends keyof Snapshot>(key: K, value: Snapshot[K]): void {
    if (Object.is(this.#next[key], value)) return;
    this.#next[key] = value;
    this.#hasChanged = true;
  }

  /** Sets fields of the run tracking. */
  setTracking(changes: Partial<RunTracking>): void {
    Object.assign(this.#tracking, changes);
    this.#hasTrackingChanged = true;
  }

  /** Writes an entry of a record; `undefined` removes it. */
  putEntry<K extends SnapshotRecord>(
    key: K,
    id: string,
    value: Snapshot[K][string] | undefined,
  ): void {
    // A copy of a record has the type of the record.
    this.#next[key] = this.#written<unknown>(this.#next[key], id, value) as Snapshot[K];
    this.#hasChanged = true;
  }

  /** Writes an entry of a record of the run tracking; `undefined` removes it. */
  putTracking<K extends TrackingRecord>(
    key: K,
    id: string,
    value: RunTracking[K][string] | undefined,
  ): void {
    // A copy of a record has the type of the record.
    this.#tracking[key] = this.#written<unknown>(this.#tracking[key], id, value) as RunTracking[K];
    this.#hasTrackingChanged = true;
  }

  /** Returns the tracking entry with a key: that of a stream, or the id of a sub-agent in the snapshot. */
  findEntry(kind: StreamKind | "subagents", key: string) {
    return getOwn<StreamEntry>(this.#tracking[kind], key);
  }

  /**
   * Marks the content of a stream as begun by a replay. Returns true for the first content, which replaces the
   * existing one, because a replay streams from the beginning; later content extends it again.
   */
  beginRebuild(kind: ContentKind, id: string): boolean {
    const isFirst = this.awaitsReplay(kind, id);
    this.markRebuilt(kind, id);
    return isFirst;
  }

  /** Marks the content of a stream as rebuilt, so that the next content of a replay extends it. */
  markRebuilt(kind: ContentKind, id: string): void {
    if (this.awaitsReplay(kind, id)) this.putTracking("rebuiltStreams", `${kind}:${id}`, true);
  }

  /** True in a replayed run until it has streamed the first content of a stream. */
  awaitsReplay(kind: ContentKind, id: string): boolean {
    const { isReplay, rebuiltStreams } = this.#tracking;
    return isReplay && !getOwn(rebuiltStreams, `${kind}:${id}`);
  }

  /** Returns the position of a message, or -1. */
  findPosition(id: string): number {
    return findMessageIndex(this.#next.messages, id);
  }

  /**
   * Returns an unused id for a message whose id is taken or empty.
   *
   * @param start - The first number that is tried when the wanted id is taken.
   */
  freeMessageId(wanted: string, start = 2): string {
    return freeId(wanted, (id) => id === "" || this.findPosition(id) !== -1, start);
  }

  /** Returns a list with one more item, in place when the draft has created the list. */
  appendItem<T>(list: readonly T[], item: T): readonly T[] {
    return this.withItem(list, list.length, item);
  }

  /** Returns a list with an item at a position, in place when the draft has created the list. */
  withItem<T>(list: readonly T[], position: number, item: T): readonly T[] {
    // The draft created the lists in `#owned` as mutable arrays.
    const copy = this.#owned.has(list) ? (list as T[]) : this.#copy(list);
    copy[position] = item;
    return copy;
  }

  /** Inserts a message, at the end by default. The draft owns the message. */
  insertMessage(message: Message, position: number = this.#next.messages.length): void {
    this.#owned.add(message);
    insertMessage(this.#messages(), position, message);
    indexMessage(this.#next, position, message);
  }

  /** Returns the message at a position as a copy that may be written to. */
  ownMessage(position: number): Message | undefined {
    const message = this.#next.messages[position];
    if (!message || this.#owned.has(message)) return message;
    const copy = this.adopt({ ...message });
    this.#messages()[position] = copy;
    return copy;
  }

  /** Replaces the message at a position. */
  replaceMessage(position: number, message: Message): void {
    replaceMessageAt(this.#messages(), position, message);
    indexMessage(this.#next, position, message);
  }

  /** Removes the message at a position. */
  removeMessage(position: number): void {
    const { length } = this.#next.messages;
    // A removal at the end moves no other message.
    if (position === length - 1) this.#messages().pop();
    else this.setField("messages", this.#next.messages.toSpliced(position, 1));
  }

  /** Returns the location and status of a tool call. */
  callInfo(toolCallId: string): ToolCallInfo | undefined {
    return getOwn(this.#next.toolCalls, toolCallId);
  }

  /** Changes the location and status of a tool call, if the call exists. */
  editCallInfo(toolCallId: string, changes: Partial<ToolCallInfo>): void {
    const info = this.callInfo(toolCallId);
    if (info) this.putEntry("toolCalls", toolCallId, { ...info, ...changes });
  }

  /** Returns a tool call as a copy that may be written to. */
  ownToolCall(toolCallId: string): ToolCall | undefined {
    const located = findToolCall(this.#next, toolCallId);
    if (!located || this.#owned.has(located.toolCall)) return located?.toolCall;
    const { toolCall, info } = located;
    const calls = this.ownToolCalls(this.findPosition(info.messageId));
    const copy = this.adopt({ ...toolCall, function: { ...toolCall.function } });
    calls[findCallPosition(calls, toolCallId)] = copy;
    return copy;
  }

  /** Returns the tool calls of the assistant message at a position as a copy that may be written to. */
  ownToolCalls(position: number): ToolCall[] {
    // The caller found an assistant message at this position, and a copy keeps its role.
    const message = this.ownMessage(position) as AssistantMessage;
    if (message.toolCalls && this.#owned.has(message.toolCalls)) return message.toolCalls;
    message.toolCalls = this.#copy(message.toolCalls ?? []);
    return message.toolCalls;
  }

  /** Appends a new call to the assistant message at a position. The draft owns the call. */
  appendToolCall(position: number, call: ToolCall): void {
    appendCall(this.ownToolCalls(position), this.adopt(call));
    indexCall(this.#next, position, call);
  }

  /** Marks a new object as owned by the draft, which may then mutate it. */
  adopt<T>(value: T): T {
    this.#owned.add(value);
    return value;
  }

  /** Adds an issue about the current event, or counts a repetition. */
  report(kind: IssueKind, subject?: string): void {
    this.addIssue(createIssue(kind, this.eventType || undefined, subject));
  }

  /** Adds an issue, or counts a repetition. */
  addIssue(issue: NewIssue): void {
    const { issues } = this.#next;
    const index = issues.findIndex(
      (other) =>
        other.code === issue.code &&
        other.eventType === issue.eventType &&
        other.subject === issue.subject,
    );
    if (index === -1 && issues.length >= MAX_ISSUES) return;
    // An owned list is a copy of this draft, and may change.
    const list: Issue[] = this.#owned.has(issues)
      ? (issues as Issue[])
      : this.adopt(issues.slice());
    const before = list[index];
    if (before) list[index] = { ...before, count: before.count + 1 };
    else list.push({ ...issue, count: 1 });
    this.setField("issues", list);
  }

  /** Copies a list, which the draft then owns. */
  #copy<T>(list: readonly T[]): T[] {
    return this.adopt(moveIndexes(list, list.slice()));
  }

  #messages(): Message[] {
    const { messages } = this.#next;
    // The draft created the lists in `#owned` as mutable arrays.
    if (this.#owned.has(messages)) return messages as Message[];
    const copy = this.adopt(moveIndexes(messages, copyMessages(messages)));
    this.setField("messages", copy);
    return copy;
  }

  #written<T>(record: Readonly<Record<string, T>>, id: string, value: T | undefined) {
    const copy: Record<string, T> = this.#owned.has(record)
      ? record
      : this.adopt(moveIndexes(record, { ...record }));
    if (value === undefined) delete copy[id];
    else putOwn(copy, id, value);
    return copy;
  }
}
