import { AgentKitError } from "../../protocol/errors.ts";
import { createAsyncQueue } from "../http/asyncQueue.ts";
import { networkError } from "../http/transportErrors.ts";
import type { WebSocketAgentOptions, WebSocketLike } from "./webSocketAgentOptions.ts";

/** Closed on purpose: with the code that says so, or with none. */
const NORMAL_CLOSE_CODES: readonly number[] = [1000, 1005];

/** A socket as something to read from. */
export interface Socket {
  /** Resolves when it is open. */
  readonly opened: Promise<void>;
  /** What has come since the last call, as it came; `undefined` when the far side has closed. */
  readMessages(): Promise<readonly unknown[] | undefined>;
  sendFrames(frames: readonly unknown[]): void;
  /** Ends the reading as if the far side had closed. */
  endReading(): void;
  /** Sends what there is to say to a run that has not ended, and closes. Harmless when it is closed. */
  close(lastFrames: readonly unknown[]): void;
}

/**
 * Opens a socket.
 *
 * @throws AgentKitError `missing-dependency` where there are no WebSockets; `network` for an address that
 * cannot be one, and from what it returns when the far side does not answer, or closes without saying
 * that this is the end
 */
export function openSocket(
  { WebSocket = globalThis.WebSocket, protocols = [] }: WebSocketAgentOptions,
  url: string,
  safeUrl: string,
): Socket {
  if (!WebSocket) {
    throw new AgentKitError(
      "missing-dependency",
      "There is no WebSocket here: Node has it from version 22 on. Pass that of the `ws` package as the `WebSocket` option of webSocketAgent.",
    );
  }
  const queue = createAsyncQueue<unknown>();
  let socket: WebSocketLike;
  try {
    socket = new WebSocket(url, [...protocols]);
  } catch (cause) {
    throw networkError(safeUrl, cause, false);
  }
  let state: "opening" | "open" | "closed" = "opening";
  let reason: unknown;
  // The handlers stay for good: a socket of the `ws` package throws an error that nobody hears.
  const opened = new Promise<void>((resolve, reject) => {
    socket.onopen = () => {
      state = "open";
      resolve();
    };
    const close = (description: string, isNormal = false) => {
      if (state === "closed") return;
      const error = networkError(safeUrl, reason ?? new Error(description), state === "open");
      state = "closed";
      reject(error);
      queue.end(isNormal ? undefined : { error });
    };
    socket.onerror = (event: { error?: unknown; message?: unknown }) => {
      reason = event.error ?? event.message;
      // Node 20 and the first of 22 never close what they could not open (undici 3546).
      if (state === "opening") close("it could not be opened");
    };
    socket.onclose = (event: { code: number; reason: string }) => {
      const description = `closed with code ${event.code}${event.reason && `: ${event.reason}`}`;
      close(description, NORMAL_CLOSE_CODES.includes(event.code));
    };
  });
  // Whoever waits no more has another reason.
  opened.catch(() => {});
  socket.onmessage = ({ data }: { data: unknown }) => queue.push(data);

  const sendFrames = (frames: readonly unknown[]) => {
    for (const frame of frames) socket.send(JSON.stringify(frame));
  };
  return {
    opened,
    readMessages: queue.read,
    sendFrames,
    endReading: () => queue.end(),
    close(lastFrames) {
      if (state === "open") sendFrames(lastFrames);
      socket.close(1000);
    },
  };
}
