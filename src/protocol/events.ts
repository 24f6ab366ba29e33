import type { Event, EventType } from "@ag-ui/core";

/**
 * Types of AG-UI 1.0, as `@ag-ui/core` declares them. This package has no second model of an event
 * or a message.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export type {
  ActivityMessage,
  AgentCapabilities,
  AssistantMessage,
  ContentPart,
  Context,
  DeveloperMessage,
  Event,
  Interrupt,
  JsonPatch,
  JsonPatchOperation,
  Message,
  Metadata,
  PartSource,
  ReasoningMessage,
  ResumeEntry,
  Role,
  RunAgentInput,
  RunFinishedOutcome,
  State,
  SystemMessage,
  TextPart,
  TokenUsage,
  Tool,
  ToolCall,
  ToolMessage,
  UserMessage,
} from "@ag-ui/core";
export { EventType, PROTOCOL_VERSION } from "@ag-ui/core";

/** Name of an event type, as on the wire. */
export type EventName = `${EventType}`;

/** The event of one type, for example `EventOf<"TEXT_MESSAGE_START">`. */
export type EventOf<T extends EventName> = Extract<Event, Record<"type", T>>;

type Spelled<E> = E extends { type: EventType }
  ? Omit<E, "type"> & { readonly type: `${E["type"]}` }
  : never;

/**
 * An event as an agent may yield it. The `type` of an {@link Event} is an enum member or a plain string, so that an
 * agent need not import the `EventType` enum.
 *
 * @example A text event without the enum
 * ```ts
 * const event: EventInput = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hi" };
 * ```
 */
export type EventInput = Event | Spelled<Event>;
