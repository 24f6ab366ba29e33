import type { RunStatus } from "../../reducer/snapshot.ts";
import type { EventIngestor } from "../run/eventIngestor.ts";

/** What takes what a server tells of a thread, over as many connections as it needs. */
export interface ReplayReceiver {
  /** Takes what is yielded. */
  readonly receive: EventIngestor;
  /** A new connection begins. @param goesOn - Whether it was asked to go on where the last one ended. */
  handleConnect(goesOn: boolean): void;
  /**
   * It is over.
   *
   * @param goesOn - Whether the next one goes on where it ended.
   * @param isBroken - Whether it was lost, and not ended by the server.
   * @returns Whether all has been told.
   */
  handleDisconnect(goesOn: boolean, isBroken: boolean): Promise<boolean>;
  /** Whether this connection has told anything that counts, and anything that is new. */
  readonly hasReceived: boolean;
  readonly hasNewEvents: boolean;
  /** Whether a run is told again that has not come to what is shown yet. */
  readonly isCatchingUp: boolean;
  setStatus(status: RunStatus): void;
}

export interface ReplayReceiverOptions {
  readonly runId: string;
  /** Called before the first that is told changes the thread; until then it is not in a run. */
  readonly onStart?: () => void;
}
