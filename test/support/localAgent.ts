import { AbstractAgent, type BaseEvent } from "@ag-ui/client";
import { from, type Observable } from "rxjs";
import type { EventInput, RunAgentInput } from "../../src/protocol/events.ts";

/** Casts an event to the client's type, which differs only in an enum. */
export const base = (event: EventInput) => event as BaseEvent;

/** Agent as an application writes it, with RxJS, a private field, and a check of its input. */
export class LocalAgent extends AbstractAgent {
  readonly #stream: (input: RunAgentInput) => Observable<BaseEvent>;
  readonly inputs: RunAgentInput[] = [];
  aborts = 0;

  constructor(stream: (input: RunAgentInput) => Observable<BaseEvent>) {
    super({ initialMessages: [{ id: "own", role: "user", content: "mine" }] });
    this.#stream = stream;
  }

  override run(input: RunAgentInput): Observable<BaseEvent> {
    this.inputs.push(input);
    return this.#stream(input);
  }

  override abortRun(): void {
    this.aborts += 1;
  }
}

/** Creates a local agent that emits these events at once. */
export const localAgent = (...list: EventInput[]) => new LocalAgent(() => from(list.map(base)));
