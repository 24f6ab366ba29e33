import type { Event, EventOf, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { isDelta, streamIdOf } from "./deltaEvents.ts";

/**
 * Prefix of the names of CUSTOM events for actions of the user and the tab. They lie between the events of the
 * agent, so that a log stays a valid AG-UI stream.
 */
const PREFIX = "agui-kit.";

/** Metadata key of a RUN_STARTED whose `input` was added locally, because the agent did not echo it. */
const SENT_INPUT = "agui-kit.input";

/** Metadata key of a RUN_STARTED with references to the messages of its `input`; see `compressMessages.ts`. */
export const MESSAGE_REFS = "agui-kit.message-refs";

/** Name of a CUSTOM event that replaces a MESSAGES_SNAPSHOT; see `compressMessages.ts`. */
export const COMPRESSED_MESSAGES = `${PREFIX}messages`;

/** Names of local actions, without the prefix. */
export type ActionName =
  /** Replaces the snapshot, where a patch cannot express the change. */
  | "snapshot"
  /** Patches the snapshot: other changes, and further effects of the action before. */
  | "patch"
  /** Adds faults that the canonicalizer has found in the next events, or in events that it has dropped (`isDropped`). */
  | "issues"
  /** Begins a run, before its input is sent. */
  | "run"
  /** Ends a run: its connection has ended. */
  | "end"
  /** Edits the shared state. */
  | "state"
  /** Marks the edits of the state as part of the input that is sent. */
  | "edits-sent"
  /** Prepends a page of earlier messages. */
  | "earlier"
  /** Records the stream cursor, from which a lost connection continues. */
  | "cursor"
  /** Continues the log from an earlier position; see `branchIndex.ts`. */
  | "jump"
  /** Records the input of a run whose RUN_STARTED never arrived: it would have the input. */
  | "sent-input"
  /** Replaces an entry that cannot be read. */
  | "unreadable";

/** Local action as it is read from a log. */
export interface LocalAction {
  readonly name: ActionName;
  readonly value: Readonly<Record<string, unknown>>;
  /** Time of the action, in milliseconds since the epoch; 0 where it does not matter. */
  readonly at: number;
}

/** Creates the entry of a local action. */
export function createActionEntry(name: ActionName, value: object, at?: number): Event {
  // The enum member of that name has this value.
  const type = "CUSTOM" as EventOf<"CUSTOM">["type"];
  return { type, name: PREFIX + name, value, ...(at !== undefined && { timestamp: at }) };
}

/** True for a CUSTOM event that was written locally. */
export function isLocalEntry({ name }: Pick<EventOf<"CUSTOM">, "name">): boolean {
  return name.startsWith(PREFIX);
}

/** Reads the local action of an entry; `undefined` for an event of the agent. */
export function readAction(entry: Event): LocalAction | undefined {
  if (entry.type !== "CUSTOM" || !isLocalEntry(entry)) return undefined;
  if (entry.name === COMPRESSED_MESSAGES) return undefined;
  const value: unknown = entry.value;
  if (!isRecord(value)) return undefined;
  // Other names come from a newer version or from an agent, and match no action.
  return { name: entry.name.slice(PREFIX.length) as ActionName, value, at: entry.timestamp ?? 0 };
}

/** Prepares an event of the agent for the log, where it must not look like a local action. */
export function toLogEntry(event: Event): Event {
  if (event.type === "RUN_STARTED") return toStartEntry(event);
  if (event.type !== "CUSTOM" || !event.name.startsWith(PREFIX)) return event;
  return { ...event, name: `foreign:${event.name}` };
}

function toStartEntry(event: EventOf<"RUN_STARTED">): Event {
  const { input, metadata, ...rest } = event;
  const { [SENT_INPUT]: _, [MESSAGE_REFS]: __, ...others } = metadata ?? {};
  const withoutKeys = { ...rest, ...(metadata && { metadata: others }) };
  if (!input) return withoutKeys;
  // The raw event would contain the whole input again.
  const { rawEvent: ___, ...start } = withoutKeys;
  return { ...start, input: withoutPrivateInput(input) };
}

/** Removes what must not be stored: forwarded properties may be secret, and the state follows from the log. */
export function withoutPrivateInput(input: RunAgentInput): RunAgentInput {
  return { ...input, state: null, forwardedProps: {} };
}

/** Adds the sent input to the start of a run. */
export function withSentInput(event: EventOf<"RUN_STARTED">, input: RunAgentInput): Event {
  return { ...event, input, metadata: { ...event.metadata, [SENT_INPUT]: true } };
}

/** Adds the ids of the messages in an entry. */
export function addMessageIds(ids: Set<string>, entry: Event): void {
  // Nearly all entries are deltas, which have one id.
  if (isDelta(entry)) {
    ids.add(streamIdOf(entry));
    return;
  }
  // Each event type has some of these fields.
  const { messageId, parentMessageId, toolCallId, messages, input, value } = entry as Partial<
    Record<string, unknown>
  >;
  // A tool call without a message gets a message with the id of the call.
  for (const id of [messageId, parentMessageId, toolCallId])
    if (typeof id === "string") ids.add(id);
  const { name } = readAction(entry) ?? {};
  const sentInput = name === "sent-input" && isRecord(value) ? value.input : input;
  const earlier = name === "earlier" && isRecord(value) ? value.messages : undefined;
  const messageLists = [messages, isRecord(sentInput) ? sentInput.messages : undefined, earlier];
  for (const message of messageLists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    if (isRecord(message) && typeof message.id === "string") ids.add(message.id);
  }
}

/** Restores the start of a run as the agent sent it. */
export function withoutSentInput(event: Event): Event {
  if (event.type !== "RUN_STARTED" || !event.metadata?.[SENT_INPUT]) return event;
  const { input: _, metadata, ...rest } = event;
  const { [SENT_INPUT]: __, ...others } = metadata;
  return { ...rest, ...(Object.keys(others).length > 0 && { metadata: others }) };
}
