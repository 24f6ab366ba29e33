import type { ArrivingJson } from "../store/arrivingJson.ts";
import { keepIdentity } from "./keepIdentity.ts";

/** Reads arguments as they arrive, each text once, and only when somebody asks. */
export class ArgumentsReader {
  #json: ArrivingJson | undefined;
  /** What nothing has arrived of. */
  #value: unknown = Object.freeze({});

  /**
   * @param args - What they are when they are complete, else `undefined`.
   * @param Reader - Absent until it has loaded.
   */
  read(text: string, args: unknown, Reader: typeof ArrivingJson | undefined): unknown {
    if (Reader) this.#json ??= new Reader();
    const value = args === undefined ? this.#json?.read(text) : keepIdentity(this.#value, args);
    this.#value = value ?? this.#value;
    return this.#value;
  }
}
