import { useSyncExternalStore } from "react";

/** Connection of an agent: its request and the received frames. */
export interface Exchange {
  readonly id: number;
  readonly method: string;
  /** Path and query of the URL. */
  readonly path: string;
  /** Body of the request, or the sent messages, as text. */
  readonly sent: readonly string[];
  /** Received frames, in order. */
  readonly frames: readonly string[];
  /**
   * End of the connection: `left` when the page closed it, `refused` before an answer, `cut` during
   * one.
   */
  readonly end: "open" | "whole" | "left" | "cut" | "refused";
  readonly status?: number;
}

/** Recorder between agents and the network that can also simulate being offline. */
export interface Wire {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly WebSocket: new (url: string, protocols?: string[]) => WebSocket;
  readonly read: () => readonly Exchange[];
  readonly isOffline: () => boolean;
  /** Closes open connections and blocks new ones, or allows connections again. */
  readonly setOffline: (isOffline: boolean) => void;
  readonly clear: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const MAX_EXCHANGES = 60;

export function createWire(): Wire {
  let exchanges: readonly Exchange[] = [];
  let count = 0;
  let offline = new AbortController();
  let isOffline = false;
  let isNotifying = false;
  const listeners = new Set<() => void>();

  function notifyListeners(): void {
    if (isNotifying) return;
    isNotifying = true;
    // Frames arrive faster than the screen refreshes.
    requestAnimationFrame(() => {
      isNotifying = false;
      for (const listener of listeners) listener();
    });
  }

  function begin(method: string, url: string, sent: readonly string[]): number {
    count += 1;
    const { pathname, search } = new URL(url, window.location.href);
    const opened = { id: count, method, path: pathname + search, sent, frames: [], end: "open" };
    exchanges = [...exchanges, opened as Exchange].slice(-MAX_EXCHANGES);
    notifyListeners();
    return count;
  }

  function change(id: number, next: (exchange: Exchange) => Partial<Exchange>): void {
    exchanges = exchanges.map((one) => (one.id === id ? { ...one, ...next(one) } : one));
    notifyListeners();
  }

  const add = (id: number, frames: readonly string[]) =>
    change(id, (one) => ({ frames: [...one.frames, ...frames] }));

  async function send(url: string, init: RequestInit): Promise<Response> {
    const id = begin(init.method ?? "GET", url, typeof init.body === "string" ? [init.body] : []);
    const { signal } = offline;
    const refuse = () => change(id, () => ({ end: "refused" }));
    if (isOffline) {
      refuse();
      throw new TypeError("There is no connection.");
    }
    const signals = [signal, ...(init.signal ? [init.signal] : [])];
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) }).catch(
      (error: unknown) => {
        refuse();
        throw signal.aborted ? new TypeError("There is no connection.") : error;
      },
    );
    const { status } = response;
    change(id, () => ({ status, ...(!response.ok && { end: "refused" }) }));
    if (!response.ok || !response.body) return response;
    const onEnd = (end: Exchange["end"]) => change(id, () => ({ end }));
    const body = forwardFrames(response.body, {
      signal,
      onFrames: (frames) => add(id, frames),
      onEnd,
    });
    return new Response(body, response);
  }

  class OverheardSocket extends WebSocket {
    readonly #id: number;

    constructor(url: string, protocols?: string[]) {
      super(url, protocols);
      this.#id = begin("WebSocket", url, []);
      this.addEventListener("message", ({ data }) => add(this.#id, [String(data)]));
      this.addEventListener("close", ({ wasClean }) =>
        change(this.#id, () => ({ end: wasClean ? "whole" : "cut" })),
      );
    }

    override send(data: string): void {
      change(this.#id, ({ sent }) => ({ sent: [...sent, data] }));
      super.send(data);
    }
  }

  return {
    fetch: send,
    WebSocket: OverheardSocket,
    read: () => exchanges,
    isOffline: () => isOffline,
    setOffline(next) {
      isOffline = next;
      if (next) offline.abort();
      else {
        offline = new AbortController();
        // Browsers dispatch this event when the network is back.
        window.dispatchEvent(new Event("online"));
      }
      // Synchronous, because the change comes from an input.
      for (const listener of listeners) listener();
    },
    clear() {
      exchanges = [];
      notifyListeners();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the connections of a wire, the latest last. */
export function useExchanges(wire: Wire): readonly Exchange[] {
  return useSyncExternalStore(wire.subscribe, wire.read);
}

export function useIsWireCut(wire: Wire): boolean {
  return useSyncExternalStore(wire.subscribe, wire.isOffline);
}

interface Listening {
  /** Aborts the connection. */
  readonly signal: AbortSignal;
  readonly onFrames: (frames: readonly string[]) => void;
  readonly onEnd: (end: Exchange["end"]) => void;
}

/** Forwards a stream of Server-Sent Events and reports its frames. */
function forwardFrames(
  body: ReadableStream<Uint8Array>,
  { signal, onFrames, onEnd }: Listening,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          onEnd("whole");
          controller.close();
          return;
        }
        const frames = (rest + decoder.decode(value, { stream: true })).split("\n\n");
        rest = frames.pop() ?? "";
        if (frames.length > 0) onFrames(frames);
        controller.enqueue(value);
      } catch (error) {
        onEnd("cut");
        controller.error(signal.aborted ? new TypeError("The connection was lost.") : error);
      }
    },
    cancel(reason) {
      onEnd("left");
      return reader.cancel(reason);
    },
  });
}
