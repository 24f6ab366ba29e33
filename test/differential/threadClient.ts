import type {
  AgentKitError,
  EventInput,
  Message,
  RunAgentInput,
  RunOutcome,
  Snapshot,
} from "../../src/core.ts";
import { createThread } from "../../src/core.ts";
import { withoutAnswer } from "../../src/reducer/interruptTypes.ts";
import { type ClientState, type Conversation, copyThroughJson, type Turn } from "./conversation.ts";

/** Result of a turn in our thread. */
export interface ThreadTurn {
  readonly clientState: ClientState;
  readonly outcome: RunOutcome;
  readonly result: unknown;
  /** Conversation at the start of the run, including messages that the thread added. */
  readonly before: readonly Message[];
  readonly input: RunAgentInput;
  readonly snapshot: Snapshot;
  readonly error?: AgentKitError;
}

export interface ThreadClient {
  play(turn: Turn): Promise<ThreadTurn>;
}

/** Returns all names in these events, including those of tools. */
function namesIn(events: readonly unknown[]): readonly string[] {
  const names = JSON.stringify(copyThroughJson(events)).matchAll(
    /"(?:toolCallName|name)":("(?:[^"\\]|\\.)*")/g,
  );
  return [...new Set([...names].map(([, name = '""']) => JSON.parse(name) as string))];
}

interface ThreadSettings {
  readonly strict?: boolean;
  /** True when the events of a turn arrive one by one. @defaultValue all at once */
  readonly oneByOne?: boolean;
}

/** Creates our thread for a conversation, with reproducible ids and times. */
export function createThreadClient(
  conversation: Conversation,
  { strict = false, oneByOne = false }: ThreadSettings = {},
): ThreadClient {
  let events: Turn["events"] = [];
  let input: RunAgentInput | undefined;
  let before: readonly Message[] = [];
  let lastId = 0;
  let ticks = Date.now();
  const { initialMessages, initialState } = conversation;
  const thread = createThread<unknown>({
    agent: {
      async *run(runInput) {
        input = { ...structuredClone(runInput), tools: [] };
        before = thread.getSnapshot().messages;
        // Casts events, of which some are invalid on purpose.
        const stream = copyThroughJson(events) as readonly EventInput[];
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
        // Offers all tools, because the reference leaves every call to the application.
        tools: namesIn(events).map((name) => ({ name, description: "" })),
        ...(turn.resume && { resume: turn.resume }),
      });
      if (!input) throw new Error("the agent was not run");
      const snapshot = thread.getSnapshot();
      const { messages, state } = snapshot;
      // Keeps the request alone: the reference records neither answers nor positions.
      const interrupts = snapshot.interrupts.map(withoutAnswer);
      return {
        clientState: { messages, state, interrupts },
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
