import type { ToolCall } from "../../protocol/events.ts";
import { deltaSince } from "../../reducer/argumentDeltas.ts";
import { IncrementalJsonParser } from "./incrementalJsonParser.ts";

/** Reads the arguments of a call while they arrive, at the cost of what is new. */
export class PartialArguments {
  #json = new IncrementalJsonParser();
  #call: ToolCall | undefined;
  #isOver = false;
  #value: unknown;

  /**
   * Reads on where the arguments go on with those that were read last; others are read from their start.
   *
   * @param isOver - Whether no more comes: then nothing is left for later.
   * @returns What can be told of them by now; `undefined` when that is nothing.
   */
  read(call: ToolCall, isOver = false): unknown {
    if (call === this.#call && isOver === this.#isOver) return this.#value;
    this.#isOver = isOver;
    const added = this.#call && deltaSince(this.#call, call);
    if (added === undefined) this.#json = new IncrementalJsonParser();
    this.#call = call;
    this.#value = this.#json.read(added ?? call.function.arguments, isOver);
    return this.#value;
  }
}
