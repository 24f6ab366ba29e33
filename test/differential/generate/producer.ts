import type { EventInput, Interrupt, Message } from "../../../src/protocol/events.ts";
import type { Conversation, Turn } from "../conversation.ts";
import type { Command } from "./commands.ts";

export type Kind = "text" | "tool" | "reasoning";
type Owner = string | undefined;

/** Knowledge about a message that is needed to emit valid events for the message. */
export interface ProducedMessage {
  readonly role: Message["role"];
  /** Names of its tool calls, by id. */
  calls: Map<string, string>;
  /** Id of the call that the message answers. */
  readonly answers?: string;
}

/** Stream that chunks assemble in a lane. */
export interface ChunkStream {
  readonly kind: Kind;
  readonly id: string;
  readonly opener: Readonly<Record<string, unknown>>;
}

const END = {
  text: { type: "TEXT_MESSAGE_END", field: "messageId" },
  tool: { type: "TOOL_CALL_END", field: "toolCallId" },
  reasoning: { type: "REASONING_MESSAGE_END", field: "messageId" },
} as const;

const CLOSES_NOTHING = new Set([
  "RAW",
  "ACTIVITY_SNAPSHOT",
  "ACTIVITY_DELTA",
  "REASONING_ENCRYPTED_VALUE",
  "SUBAGENT_STARTED",
  "FUTURE_EVENT",
]);
/** Types of events that may name a sub-agent. */
const ATTRIBUTED = /^(TEXT|REASONING|TOOL|ACTIVITY|STATE|STEP|RAW)/;

const CLOSES_ALL = new Set(["RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "MESSAGES_SNAPSHOT"]);

/**
 * Producer's side of a conversation: the emitted events determine the events that are valid next.
 * Tracks ids, roles, owners and open streams, but no contents.
 */
export class Producer {
  readonly messages = new Map<string, ProducedMessage>();
  interrupts: readonly Interrupt[] = [];
  phase: "none" | "active" | "finished" | "errored" = "none";
  readonly open = {
    text: new Set<string>(),
    tool: new Set<string>(),
    reasoning: new Set<string>(),
  };
  /** Streams of chunks that other events have closed: our thread keeps them although the snapshots of the run lack them. */
  readonly interrupted = {
    text: new Set<string>(),
    tool: new Set<string>(),
    reasoning: new Set<string>(),
  };
  readonly spans = new Set<string>();
  readonly steps = new Map<string, { readonly name: string; readonly owner: Owner }>();
  readonly subagents = { active: new Set<string>(), closed: new Set<string>() };
  readonly owners = {
    message: new Map<string, Owner>(),
    tool: new Map<string, Owner>(),
    activity: new Map<string, Owner>(),
    reasoning: new Map<string, Owner>(),
  };
  readonly lanes = new Map<Owner, ChunkStream>();
  /**
   * Messages of the agent that the run has streamed. In our thread, the id of a message of an earlier run is that of
   * another message.
   */
  readonly ofThisRun = new Set<string>();
  /** Messages of the run after which no result came: text after a result is another message. */
  readonly continuable = new Set<string>();
  /** Calls of the run without arguments: in our thread, a repetition replaces arguments. */
  readonly bareCalls = new Set<string>();
  /** Open calls that a snapshot has stated: in our thread, later arguments do not extend the stated ones. */
  readonly restatedCalls = new Set<string>();
  /** Messages of the page, which our thread keeps although the snapshots of the run lack them. */
  sentIds: readonly string[] = [];
  runId = "";
  /** True while events of the agent itself are sent with an empty sub-agent id. */
  sendsEmptyOwner = false;
  /** Calls that a following request has answered with an error because no result had arrived. */
  readonly settled = new Set<string>();
  #events: Turn["events"][number][] = [];
  #nextTurn: Omit<Turn, "events"> = {};
  readonly #turns: Turn[] = [];
  #counter = 0;

  fresh(prefix: string): string {
    this.#counter += 1;
    return `${prefix}${this.#counter}`;
  }

  emit(event: EventInput | (Readonly<Record<string, unknown>> & { readonly type: string })): void {
    const { subagentRunId } = event as { subagentRunId?: string };
    if (CLOSES_ALL.has(event.type)) this.closeLanes([...this.lanes.keys()]);
    else if (!CLOSES_NOTHING.has(event.type)) this.closeLanes([subagentRunId]);
    this.emitChunk(event);
  }

  emitChunk(event: Turn["events"][number]): void {
    const isFilled = this.sendsEmptyOwner && ATTRIBUTED.test(String(event.type));
    this.#events.push(isFilled ? { subagentRunId: "", ...event } : event);
  }

  /** Marks the streams of lanes as ended; the consumer derives their end events. */
  closeLanes(lanes: readonly Owner[]): void {
    for (const lane of lanes) {
      const stream = this.lanes.get(lane);
      if (!stream) continue;
      this.lanes.delete(lane);
      this.open[stream.kind].delete(stream.id);
      this.interrupted[stream.kind].add(stream.id);
    }
  }

  /** Returns true for a stream that is open, or that chunks may continue. */
  mayStream(kind: Kind, id: string): boolean {
    return this.open[kind].has(id) || this.interrupted[kind].has(id);
  }

  /** Returns the ids of streams that explicit events opened and may continue. */
  explicit(kind: Kind): string[] {
    const chunked = new Set(
      [...this.lanes.values()].filter((stream) => stream.kind === kind).map(({ id }) => id),
    );
    return [...this.open[kind]].filter((id) => !chunked.has(id));
  }

  idsOf(...roles: readonly Message["role"][]): string[] {
    return [...this.messages].filter(([, { role }]) => roles.includes(role)).map(([id]) => id);
  }

  holderOf(callId: string): string | undefined {
    return [...this.messages].find(([, { calls }]) => calls.has(callId))?.[0];
  }

  get calls(): string[] {
    return [...this.messages.values()].flatMap(({ calls }) => [...calls.keys()]);
  }

  /** Ids of calls without a result; a second result for the same call is treated differently. */
  get unanswered(): string[] {
    const answered = new Set([...this.messages.values()].map(({ answers }) => answers));
    return this.calls.filter((id) => !answered.has(id) && !this.settled.has(id));
  }

  /** Starts a run and forgets everything that the last run left open. */
  resetRun(): void {
    const streams = [...Object.values(this.open), ...Object.values(this.interrupted)];
    for (const set of [...streams, this.spans]) set.clear();
    for (const set of Object.values(this.subagents)) set.clear();
    for (const map of Object.values(this.owners)) map.clear();
    this.steps.clear();
    this.lanes.clear();
    for (const set of [this.ofThisRun, this.continuable, this.bareCalls, this.restatedCalls])
      set.clear();
  }

  /** Remembers a message of the agent that the run streams. */
  markStreamed(id: string): void {
    this.ofThisRun.add(id);
    this.continuable.add(id);
  }

  /** Returns true when a stream of the run continues the message with this id. */
  mayContinue(id: string): boolean {
    const role = this.messages.get(id)?.role;
    return (role !== "assistant" && role !== "reasoning") || this.continuable.has(id);
  }

  /** Ends everything that must not be open at RUN_FINISHED. */
  closeEverything(): void {
    for (const kind of ["text", "tool", "reasoning"] as const) {
      for (const id of this.explicit(kind)) {
        this.open[kind].delete(id);
        const { type, field } = END[kind];
        this.emit({ type, [field]: id });
      }
    }
    for (const messageId of this.spans) this.emit({ type: "REASONING_END", messageId });
    this.spans.clear();
    for (const { name, owner } of this.steps.values()) {
      this.emit({ type: "STEP_FINISHED", stepName: name, ...tagged(owner) });
    }
    this.steps.clear();
    for (const id of this.subagents.active) {
      this.emit({ type: "SUBAGENT_FINISHED", subagentRunId: id });
    }
    this.subagents.active.clear();
  }

  /** Ends the stream; the following events answer another request. */
  endStream(next: Omit<Turn, "events">): void {
    this.#turns.push({ ...this.#nextTurn, events: this.#events });
    this.#events = [];
    this.#nextTurn = next;
    this.phase = "none";
    this.resetRun();
  }

  finish(beginning: Pick<Conversation, "initialMessages" | "initialState">): Conversation {
    this.endStream({});
    return { ...beginning, turns: this.#turns };
  }
}

export function tagged(owner: string | undefined): { subagentRunId?: string } {
  return owner === undefined ? {} : { subagentRunId: owner };
}

export function choose<T>(candidates: readonly T[], pick: number): T | undefined {
  return candidates[pick % Math.max(1, candidates.length)];
}

export function metadataOf({ metadata }: Command): { metadata?: NonNullable<Command["metadata"]> } {
  return metadata === undefined ? {} : { metadata };
}

/** Returns true when an event with this tag may refer to an entity of the recorded owner. */
export function agrees(owners: ReadonlyMap<string, Owner>, id: string, tag: Owner): boolean {
  return tag === undefined || !owners.has(id) || owners.get(id) === tag;
}

/** Returns true when a start with this tag begins an ended entity again: without a tag, it begins one of the agent. */
export function reopens(owners: ReadonlyMap<string, Owner>, id: string, tag: Owner): boolean {
  return !owners.has(id) || owners.get(id) === tag;
}

/** Returns the tag of a continuation, which is its owner's or none. */
export function continued(owners: ReadonlyMap<string, Owner>, id: string, { isTagged }: Command) {
  return tagged(isTagged ? owners.get(id) : undefined);
}
