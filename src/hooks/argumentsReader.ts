import type { ToolCall } from "../protocol/events.ts";
import type { ArrivingArguments } from "../store/arrivingArguments.ts";
import { keepIdentity } from "./keepIdentity.ts";

/** Reads arguments as they arrive, each piece once, and only when somebody asks. */
export class ArgumentsReader {
  #arriving: ArrivingArguments | undefined;
  /** What nothing has arrived of. */
  #value: unknown = Object.freeze({});

  /**
   * @param args - What they are when they are complete, else `undefined`.
   * @param Reader - Absent until it has loaded.
   */
  read(call: ToolCall, args: unknown, Reader: typeof ArrivingArguments | undefined): unknown {
    if (Reader) this.#arriving ??= new Reader();
    const value = args === undefined ? this.#arriving?.read(call) : keepIdentity(this.#value, args);
    this.#value = value ?? this.#value;
    return this.#value;
  }
}
