/** What an `AbstractAgent` of `@ag-ui/client` (any version) looks like to this package. */
export interface AbstractAgentLike {
  // `never`, because every version types its own RunAgentInput, and they all take ours.
  run(input: never): ObservableLike;
  abortRun?(): void;
  getCapabilities?(): Promise<unknown>;
}

/** What an Observable of RxJS looks like to this package. */
export interface ObservableLike {
  subscribe(observer: {
    next(event: unknown): void;
    error(error: unknown): void;
    complete(): void;
  }): { unsubscribe(): void };
}
