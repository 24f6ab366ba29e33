import { AgentKitError } from "../../protocol/errors.ts";
import { createAsyncQueue } from "../http/asyncQueue.ts";
import { networkError } from "../http/transportErrors.ts";
import type { WebSocketAgentOptions, WebSocketLike } from "./webSocketAgentOptions.ts";

/** Codes of a deliberate close: normal, and without a code. */
const NORMAL_CLOSE_CODES: readonly number[] = [1000, 1005];

/** A WebSocket whose messages are read with a promise instead of a callback. */
export interface Socket {
  /** Resolves when the socket is open. */
  readonly opened: Promise<void>;
  /** True until either side closes the open socket. */
  readonly isOpen: boolean;
  /** Resolves with the messages since the last call; `undefined` when the server has closed. */
  nextMessages(): Promise<readonly unknown[] | undefined>;
  /** Sends each frame as JSON. */
  sendFrames(frames: readonly unknown[]): void;
  /** Makes `nextMessages()` report the end, as if the server had closed the socket. */
  endReading(): void;
  /** Sends the last frames of an unfinished run, and closes. Does nothing when closed. */
  close(lastFrames: readonly unknown[]): void;
}

/**
 * Opens a WebSocket.
 *
 * @throws AgentKitError `missing-dependency` where there is no WebSocket class, `network` for an
 * invalid URL. The promises of the socket reject with `network` when the server does not respond, or
 * closes with an error code.
 */
export function openSocket(
  { WebSocket = globalThis.WebSocket, protocols = [] }: WebSocketAgentOptions,
  url: string,
  safeUrl: string,
): Socket {
  if (!WebSocket) {
    throw new AgentKitError(
      "missing-dependency",
      "webSocketAgent cannot open a socket, because there is no global `WebSocket`; Node has it from version 22 on. Pass the class of the `ws` package as the `WebSocket` option.",
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
  // The handlers are never removed: a socket of the `ws` package throws an error without a
  // listener.
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
      // Node 20 and early versions of 22 never fire `close` for a failed connection (undici 3546).
      if (state === "opening") close("the socket could not be opened");
    };
    socket.onclose = (event: { code: number; reason: string }) => {
      const description = `closed with code ${event.code}${event.reason && `: ${event.reason}`}`;
      close(description, NORMAL_CLOSE_CODES.includes(event.code));
    };
  });
  // The reader receives the same error.
  opened.catch(() => {});
  socket.onmessage = ({ data }: { data: unknown }) => queue.push(data);

  const sendFrames = (frames: readonly unknown[]) => {
    for (const frame of frames) socket.send(JSON.stringify(frame));
  };
  return {
    opened,
    get isOpen() {
      return state === "open";
    },
    nextMessages: queue.readItems,
    sendFrames,
    endReading: () => queue.end(),
    close(lastFrames) {
      if (state === "open") sendFrames(lastFrames);
      state = "closed";
      socket.close(1000);
    },
  };
}
