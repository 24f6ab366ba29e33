import { AbstractAgent, type RunAgentInput } from "@ag-ui/client";
import { from } from "rxjs";
import { afterEach, beforeEach, vi } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { type Conversation, type Held, overTheWire, type Turn } from "./conversation.ts";

type EventStream = ReturnType<AbstractAgent["run"]>;

/** The protocol's own client, fed with events instead of a connection. */
class ReplayAgent extends AbstractAgent {
  events: Turn["events"] = [];
  input: RunAgentInput | undefined;

  override run(input: RunAgentInput): EventStream {
    this.input = structuredClone(input);
    // Some are no events at all, and what the client makes of those is what is looked at. Its
    // observables are those of its own copy of the library, which is of the same version.
    return from(overTheWire(this.events)) as unknown as EventStream;
  }
}

/** A turn as the protocol's own client lived through it. */
export interface ReferenceTurn {
  readonly held: Held;
  /** What the run returned. */
  readonly result?: unknown;
  /** What it sent. */
  readonly input: RunAgentInput | undefined;
  /** Why it gave the run up. */
  readonly error?: unknown;
}

export interface ReferenceClient {
  readonly messages: readonly Message[];
  play(turn: Turn, messages: readonly Message[]): Promise<ReferenceTurn>;
}

/** Makes the protocol's own client for one conversation. */
export function createReference(conversation: Conversation): ReferenceClient {
  const agent = new ReplayAgent({
    threadId: "thread",
    initialMessages: structuredClone([...(conversation.initialMessages ?? [])]),
    ...(conversation.initialState !== undefined && { initialState: conversation.initialState }),
  });
  return {
    get messages() {
      return agent.messages;
    },
    /** Plays a turn on this list of messages, which is the client's own and what the page added. */
    async play(turn, messages) {
      agent.setMessages([...messages]);
      agent.events = turn.events;
      agent.input = undefined;
      let outcome: { result?: unknown; error?: unknown };
      try {
        const { result } = await agent.runAgent(turn.resume && { resume: [...turn.resume] });
        outcome = { result };
      } catch (error) {
        outcome = { error };
      }
      const { state, pendingInterrupts: interrupts } = agent;
      const held = structuredClone({ messages: agent.messages, state, interrupts });
      return { held, input: agent.input, ...outcome };
    },
  };
}

/**
 * Keeps the console quiet in the tests of the file or the group that calls it: the protocol's own
 * client tells it of everything it does not like.
 */
export function silenceConsole(): void {
  beforeEach(() => {
    for (const method of ["warn", "error"] as const) {
      vi.spyOn(console, method).mockImplementation(() => {});
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}
