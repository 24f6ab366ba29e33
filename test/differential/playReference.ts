import { AbstractAgent, type RunAgentInput } from "@ag-ui/client";
import { from } from "rxjs";
import { afterEach, beforeEach, vi } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { type ClientState, type Conversation, copyThroughJson, type Turn } from "./conversation.ts";

type EventStream = ReturnType<AbstractAgent["run"]>;

/** Client of the protocol, fed with events instead of a connection. */
class ReplayAgent extends AbstractAgent {
  events: Turn["events"] = [];
  input: RunAgentInput | undefined;

  override run(input: RunAgentInput): EventStream {
    this.input = structuredClone(input);
    // Casts events, of which some are invalid on purpose, and the observable, which comes from the
    // client's own copy of RxJS of the same version.
    return from(copyThroughJson(this.events)) as unknown as EventStream;
  }
}

/** Result of a turn in the protocol's own client. */
export interface ReferenceTurn {
  readonly clientState: ClientState;
  /** Return value of the run. */
  readonly result?: unknown;
  /** Input that the client sent. */
  readonly input: RunAgentInput | undefined;
  /** Error that failed the run. */
  readonly error?: unknown;
}

export interface ReferenceClient {
  readonly messages: readonly Message[];
  play(turn: Turn, messages: readonly Message[]): Promise<ReferenceTurn>;
}

/** Creates the protocol's own client for a conversation. */
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
    /** Plays a turn on the client's own messages with the messages that the page added. */
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
      const clientState = structuredClone({ messages: agent.messages, state, interrupts });
      return { clientState, input: agent.input, ...outcome };
    },
  };
}

/**
 * Silences the console in the tests of the calling file or group, because the protocol's own client
 * logs all warnings.
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
