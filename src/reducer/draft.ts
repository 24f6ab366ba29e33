import type { AssistantMessage, Event, Message, Metadata, ToolCall } from "../protocol/events.ts";
import { createIssue, type Issue, type IssueCode, type NewIssue } from "../protocol/issue.ts";
import { copyMessages, findMessageIndex, insertMessage } from "./messageIndex.ts";
import { getOwn, putOwn } from "./records.ts";
import type { Ledger, LedgerEntry, Snapshot } from "./snapshot.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The records of a snapshot and of its ledger that a draft copies when one entry changes. */
type SnapshotRecord = "toolCalls" | "subagents" | "timings" | "annotations";
type LedgerRecord =
  | "text"
  | "reasoning"
  | "spans"
  | "toolCalls"
  | "activities"
  | "subagents"
  | "heldArguments"
  | "heldValues"
  | "retold";

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
  readonly #ledger: Mutable<Ledger>;
  /** Objects this draft made and may write to. */
  readonly #owned = new Set<unknown>();
  #hasChanged = false;
  #hasLedgerChanged = false;
  /** When the event that is being reduced arrived, in milliseconds since the epoch. */
  at: number | undefined;
  /** The type of the event that is being reduced. */
  eventType = "";

  constructor(base: Snapshot) {
    this.#base = base;
    this.#next = { ...base };
    this.#ledger = { ...base.ledger };
  }

  /** The state of the batch so far. Do not write to it. */
  get now(): Snapshot {
    return this.#next;
  }

  get ledger(): Ledger {
    return this.#ledger;
  }

  begin(event: Event): void {
    this.at = event.timestamp;
    this.eventType = event.type;
  }

  /** The finished snapshot; the one it came from when nothing has changed. */
  commit(): Snapshot {
    if (this.#hasLedgerChanged) this.#next.ledger = this.#ledger;
    return this.#hasChanged || this.#hasLedgerChanged ? this.#next : this.#base;
  }

  set<K extends keyof Snapshot>(key: K, value: Snapshot[K]): void {
    if (Object.is(this.#next[key], value)) return;
    this.#next[key] = value;
    this.#hasChanged = true;
  }

  setLedger(changes: Partial<Ledger>): void {
    Object.assign(this.#ledger, changes);
    this.#hasLedgerChanged = true;
  }

  /** Writes one entry of a record, `undefined` to remove it. A copy of a record stays that record. */
  put<K extends SnapshotRecord>(key: K, id: string, value: Snapshot[K][string] | undefined): void {
    this.#next[key] = this.#written<unknown>(this.#next[key], id, value) as Snapshot[K];
    this.#hasChanged = true;
  }

  putLedger<K extends LedgerRecord>(
    key: K,
    id: string,
    value: Ledger[K][string] | undefined,
  ): void {
    this.#ledger[key] = this.#written<unknown>(this.#ledger[key], id, value) as Ledger[K];
    this.#hasLedgerChanged = true;
  }

  entry(
    kind: "text" | "reasoning" | "spans" | "toolCalls" | "activities" | "subagents",
    id: string,
  ) {
    return getOwn<LedgerEntry>(this.#ledger[kind], id);
  }

  /**
   * Whether content belongs in place of what is there, not behind it: a replayed run tells what it
   * streams from the beginning. True once for each stream.
   */
  tellsAnew(kind: "text" | "reasoning" | "toolCalls", id: string): boolean {
    if (!this.#ledger.isReplay || getOwn(this.#ledger.retold, `${kind}:${id}`)) return false;
    this.putLedger("retold", `${kind}:${id}`, true);
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
    const copy = { ...message };
    this.#owned.add(copy);
    this.#messages()[position] = copy;
    return copy;
  }

  replace(position: number, message: Message): void {
    this.#messages()[position] = message;
  }

  setMessages(messages: readonly Message[]): void {
    this.set("messages", messages);
  }

  /** A tool call, ready to be written to. */
  ownToolCall(messageId: string, toolCallId: string): ToolCall | undefined {
    const position = this.find(messageId);
    const holder = this.#next.messages[position];
    if (holder?.role !== "assistant") return undefined;
    const index = holder.toolCalls?.findIndex((call) => call.id === toolCallId) ?? -1;
    if (index === -1) return undefined;
    const calls = this.ownToolCalls(position);
    const call = calls[index];
    if (!call || this.#owned.has(call)) return call;
    const copy = { ...call, function: { ...call.function } };
    this.#owned.add(copy);
    calls[index] = copy;
    return copy;
  }

  /** The tool calls of the assistant message at a position, ready to be written to. */
  ownToolCalls(position: number): ToolCall[] {
    // The caller has found an assistant message there; a copy keeps its role.
    const message = this.own(position) as AssistantMessage;
    if (message.toolCalls && this.#owned.has(message.toolCalls)) return message.toolCalls;
    const calls = message.toolCalls?.slice() ?? [];
    this.#owned.add(calls);
    message.toolCalls = calls;
    return calls;
  }

  adopt<T>(value: T): T {
    this.#owned.add(value);
    return value;
  }

  /** Adds an issue with the event that is being reduced, or counts one more of its kind. */
  report(code: IssueCode, subject?: string): void {
    this.addIssue(createIssue(code, this.eventType || undefined, subject));
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

/** The metadata of something after an event's was merged in: key by key, the last write wins. */
export function mergedMetadata(
  existing: Metadata | undefined,
  incoming: Metadata | undefined,
): { metadata?: Metadata } {
  if (incoming === undefined) return existing === undefined ? {} : { metadata: existing };
  return { metadata: { ...existing, ...incoming } };
}
