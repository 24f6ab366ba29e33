import type {
  AgentKitError,
  EventInput,
  Message,
  RunAgentInput,
  RunOutcome,
  Snapshot,
} from "../../src/core.ts";
import { createThread } from "../../src/core.ts";
import { type Conversation, type Held, overTheWire, type Turn } from "./conversation.ts";

/** A turn as our thread lived through it. */
export interface ThreadTurn {
  readonly held: Held;
  readonly outcome: RunOutcome;
  readonly result: unknown;
  /** The conversation as the run began, with what the thread itself had added. */
  readonly before: readonly Message[];
  readonly input: RunAgentInput;
  readonly snapshot: Snapshot;
  readonly error?: AgentKitError;
}

export interface ThreadClient {
  play(turn: Turn): Promise<ThreadTurn>;
}

/** Every name that stands in these events, those of tools among them. */
function namesIn(events: readonly unknown[]): readonly string[] {
  const names = JSON.stringify(overTheWire(events)).matchAll(
    /"(?:toolCallName|name)":("(?:[^"\\]|\\.)*")/g,
  );
  return [...new Set([...names].map(([, name = '""']) => JSON.parse(name) as string))];
}

export interface ThreadSettings {
  readonly strict?: boolean;
  /** Whether the events of a turn arrive one by one. @defaultValue all at once */
  readonly oneByOne?: boolean;
  /** Makes the thread, when it is to come from another copy of the package. */
  readonly make?: typeof createThread;
}

/** Makes our thread for one conversation. Its ids and its clock are the same every time. */
export function createOurs(
  conversation: Conversation,
  { strict = false, oneByOne = false, make = createThread }: ThreadSettings = {},
): ThreadClient {
  let events: Turn["events"] = [];
  let input: RunAgentInput | undefined;
  let before: readonly Message[] = [];
  let lastId = 0;
  let ticks = Date.now();
  const { initialMessages, initialState } = conversation;
  const thread = make<unknown>({
    agent: {
      async *run(given) {
        input = { ...structuredClone(given), tools: [] };
        before = thread.getSnapshot().messages;
        // Some of them are no events at all, which the type of an agent rules out.
        const stream = overTheWire(events) as readonly EventInput[];
        if (oneByOne) for (const event of stream) yield event;
        else yield stream;
      },
    },
    threadId: "thread",
    strict,
    createId: () => `local-${++lastId}`,
    now: () => ++ticks,
    ...(initialMessages && { initialMessages }),
    ...(initialState !== undefined && { initialState }),
  });
  return {
    async play(turn) {
      const { added = [] } = turn;
      if (added.length > 0) thread.setMessages((messages) => [...messages, ...added]);
      events = turn.events;
      const { outcome, result, error } = await thread.run({
        // The reference leaves every call to its program: here that is done by offering its tool.
        tools: namesIn(events).map((name) => ({ name, description: "" })),
        ...(turn.resume && { resume: turn.resume }),
      });
      if (!input) throw new Error("the agent was not run");
      const snapshot = thread.getSnapshot();
      const { messages, state } = snapshot;
      // What was answered is our own record; the reference keeps what was asked.
      const interrupts = snapshot.interrupts.map(
        ({ answer: _, afterMessageId: _behind, ...asked }) => asked,
      );
      return {
        held: { messages, state, interrupts },
        outcome,
        result,
        before,
        input,
        snapshot,
        ...(error && { error }),
      };
    },
  };
}
