/** The shape of an `AbstractAgent` of `@ag-ui/client`, of any version. */
export interface AbstractAgentLike {
  // The parameter is `never`, because every version declares its own RunAgentInput and accepts
  // ours.
  /** Starts a run. */
  run(input: never): ObservableLike;
  /** Aborts the current run. */
  abortRun?(): void;
  /** Returns the capabilities of the agent. */
  getCapabilities?(): Promise<unknown>;
}

/** The shape of an RxJS Observable. */
export interface ObservableLike {
  /** Subscribes to the events. */
  subscribe(observer: {
    next(event: unknown): void;
    error(error: unknown): void;
    complete(): void;
  }): SubscriptionLike;
}

/** The shape of an RxJS Subscription. */
export interface SubscriptionLike {
  /** Ends the subscription, which cancels the run. */
  unsubscribe(): void;
}
