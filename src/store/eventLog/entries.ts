import type { Event, EventOf, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { isDelta, streamIdOf } from "./deltaEvents.ts";

/**
 * What the person and the page do lies between the agent's events as CUSTOM events of these names, so
 * that a log is an AG-UI stream that any reader of those can read.
 */
const PREFIX = "agui-kit.";

/** In the metadata of a RUN_STARTED: its `input` was added here, the agent did not echo it. */
export const SENT_INPUT = "agui-kit.input";

/** In the metadata of a RUN_STARTED: what its `input.messages` were, see `retold.ts`. */
export const MESSAGE_REFS = "agui-kit.echo";

/** The name of a CUSTOM event that stands for a MESSAGES_SNAPSHOT, see `retold.ts`. */
export const COMPRESSED_MESSAGES = `${PREFIX}messages`;

/** The acts of the page, by the name behind the prefix. */
export type ActionName =
  | "snapshot"
  | "patch"
  | "issues"
  | "run"
  | "end"
  | "state"
  | "carry"
  | "earlier"
  | "cursor"
  | "go"
  | "open"
  | "lost";

/** An act as it is read from a log. */
export interface LocalAction {
  readonly name: ActionName;
  readonly value: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** Makes the entry of an act. */
export function actionEntry(name: ActionName, value: object, at?: number): Event {
  // `type` is the enum's member of that very name.
  const type = "CUSTOM" as EventOf<"CUSTOM">["type"];
  return { type, name: PREFIX + name, value, ...(at !== undefined && { timestamp: at }) };
}

/** Whether a CUSTOM event was written by the page. */
export function isLocalEntry({ name }: EventOf<"CUSTOM">): boolean {
  return name.startsWith(PREFIX);
}

/** The act that an entry is; `undefined` for an event of the agent. */
export function readAction(entry: Event): LocalAction | undefined {
  if (entry.type !== "CUSTOM" || !isLocalEntry(entry)) return undefined;
  // That is an event of the agent.
  if (entry.name === COMPRESSED_MESSAGES) return undefined;
  const value: unknown = entry.value;
  if (!isRecord(value)) return undefined;
  // What else bears the prefix is of a newer version, or of an agent; neither has an act of that name.
  return { name: entry.name.slice(PREFIX.length) as ActionName, value, at: entry.timestamp ?? 0 };
}

/** An event of the agent as it lies in a log, where none may pass for an act of the page. */
export function agentEntry(event: Event): Event {
  if (event.type === "RUN_STARTED") return startEntry(event);
  if (event.type !== "CUSTOM" || !event.name.startsWith(PREFIX)) return event;
  return { ...event, name: `foreign:${event.name}` };
}

function startEntry(event: EventOf<"RUN_STARTED">): Event {
  const { input, metadata, ...rest } = event;
  const { [SENT_INPUT]: _, [MESSAGE_REFS]: __, ...others } = metadata ?? {};
  const own = { ...rest, ...(metadata && { metadata: others }) };
  if (!input) return own;
  // As the server has sent it, it would hold all of it once more.
  const { rawEvent: ___, ...start } = own;
  return { ...start, input: withoutPrivateInput(input) };
}

/** The state is what the log comes to; what is forwarded may be secret. */
export function withoutPrivateInput(input: RunAgentInput): RunAgentInput {
  return { ...input, state: null, forwardedProps: {} };
}

/** The start of a run with the input that went out, less what is known already. */
export function withSentInput(event: EventOf<"RUN_STARTED">, input: RunAgentInput): Event {
  return { ...event, input, metadata: { ...event.metadata, [SENT_INPUT]: true } };
}

/** Adds the ids of the messages that an entry tells of. */
export function addMessageIds(known: Set<string>, entry: Event): void {
  // Nearly all of them: they tell of one thing, and not of a conversation.
  if (isDelta(entry)) {
    known.add(streamIdOf(entry));
    return;
  }
  const { messageId, parentMessageId, toolCallId, messages, input, value } = entry as Partial<
    Record<string, unknown>
  >;
  // A call without a message gets one of its own id.
  for (const id of [messageId, parentMessageId, toolCallId])
    if (typeof id === "string") known.add(id);
  const { name } = readAction(entry) ?? {};
  const opened = name === "open" && isRecord(value) ? value.input : input;
  const earlier = name === "earlier" && isRecord(value) ? value.messages : undefined;
  const told = [messages, isRecord(opened) ? opened.messages : undefined, earlier];
  for (const message of told.flatMap((list) => (Array.isArray(list) ? list : []))) {
    if (isRecord(message) && typeof message.id === "string") known.add(message.id);
  }
}

/** The start of a run as the agent has sent it. */
export function withoutSentInput(event: Event): Event {
  if (event.type !== "RUN_STARTED" || !event.metadata?.[SENT_INPUT]) return event;
  const { input: _, metadata, ...rest } = event;
  const { [SENT_INPUT]: __, ...others } = metadata;
  return { ...rest, ...(Object.keys(others).length > 0 && { metadata: others }) };
}
