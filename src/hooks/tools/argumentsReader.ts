import type { ToolCall } from "../../protocol/events.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import type { PartialArguments } from "../../store/tools/partialArguments.ts";

/** Reads arguments as they arrive, each piece once, and only when somebody asks. */
export class ArgumentsReader {
  #arriving: PartialArguments | undefined;
  /** What nothing has arrived of. */
  #value: unknown = Object.freeze({});

  /**
   * @param args - What they are when they are complete, else `undefined`.
   * @param Reader - Absent until it has loaded.
   * @param isOver - Whether no more of them comes, though they may have broken off.
   */
  read(
    call: ToolCall,
    args: unknown,
    Reader: typeof PartialArguments | undefined,
    isOver: boolean,
  ): unknown {
    if (args !== undefined) {
      // What it has read of them, and what came behind that, is held for nobody any more.
      this.#arriving = undefined;
      this.#value = replaceEqualDeep(this.#value, args) ?? this.#value;
      return this.#value;
    }
    if (Reader) this.#arriving ??= new Reader();
    this.#value = this.#arriving?.read(call, isOver) ?? this.#value;
    return this.#value;
  }
}
