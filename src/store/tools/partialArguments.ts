import type { ToolCall } from "../../protocol/events.ts";
import { deltaSince } from "../../reducer/argumentDeltas.ts";
import { IncrementalJsonParser } from "./incrementalJsonParser.ts";

/** Parses the streaming arguments of one tool call incrementally. */
export class PartialArguments {
  #json = new IncrementalJsonParser();
  #call: ToolCall | undefined;
  #isComplete = false;
  #value: unknown;

  /**
   * Parses the arguments of a call. Continues where they extend the last ones, and starts again
   * where they differ.
   *
   * @param isComplete - True when no more arguments follow.
   * @returns The arguments as far as they are known; `undefined` when nothing is known.
   */
  parseArguments(call: ToolCall, isComplete = false): unknown {
    if (call === this.#call && isComplete === this.#isComplete) return this.#value;
    this.#isComplete = isComplete;
    const addedText = this.#call && deltaSince(this.#call, call);
    if (addedText === undefined) this.#json = new IncrementalJsonParser();
    this.#call = call;
    this.#value = this.#json.parsePiece(addedText ?? call.function.arguments, isComplete);
    return this.#value;
  }
}
