/** Calls under one id that were made together. */
interface CallGroup<T> {
  /** Number of results and user messages before the calls. */
  readonly inputCount: number;
  /** The calls without a result, oldest first. */
  readonly open: T[];
  readonly last: T;
}

/**
 * Calls of messages that are read in their order. An id may name several calls: a result belongs to a call of the latest
 * ones, between which there is no result or user message. Their results come in the order in which the calls were made.
 *
 * @typeParam T - The value that stands for a call.
 */
export class CallOrder<T> {
  readonly #groups = new Map<string, CallGroup<T>>();
  #inputCount = 0;

  /**
   * Adds the next call.
   *
   * @param isAnswered - True for a call that is known to have a result.
   */
  addCall(id: string, call: T, isAnswered = false): void {
    const group = this.#groups.get(id);
    const isTogether = group?.inputCount === this.#inputCount;
    const open = isTogether ? group.open : [];
    if (!isAnswered) open.push(call);
    this.#groups.set(id, { inputCount: this.#inputCount, open, last: call });
  }

  /** Reads a user message, or a result that names no call. */
  addInput(): void {
    this.#inputCount += 1;
  }

  /** Reads the result of a call. Returns the call, or `undefined` when no call has the id. */
  addResult(id: string): T | undefined {
    this.#inputCount += 1;
    const group = this.#groups.get(id);
    return group?.open.shift() ?? group?.last;
  }
}
