import { useSyncExternalStore } from "react";

/** One connection of an agent's: what went out, and what came back. */
export interface Exchange {
  readonly id: number;
  readonly method: string;
  /** The path and query of its address. */
  readonly path: string;
  /** The body of the request, or the messages that were sent, as text. */
  readonly sent: readonly string[];
  /** What came back, frame by frame. */
  readonly frames: readonly string[];
  /** `left` by this page, `refused` before any answer, `cut` in the middle of one. */
  readonly end: "open" | "whole" | "left" | "cut" | "refused";
  readonly status?: number;
}

/** Stands between agents and the network, so that one can look at what goes over it. */
export interface Wire {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly WebSocket: new (url: string, protocols?: string[]) => WebSocket;
  readonly read: () => readonly Exchange[];
  readonly isOffline: () => boolean;
  /** Cuts what is open, and lets nothing through; or lets everything through again. */
  readonly setOffline: (isOffline: boolean) => void;
  readonly clear: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const MAX_KEPT = 60;

/** Makes a wire. */
export function createWire(): Wire {
  let exchanges: readonly Exchange[] = [];
  let count = 0;
  let offline = new AbortController();
  let isOffline = false;
  let isTelling = false;
  const listeners = new Set<() => void>();

  function tell(): void {
    if (isTelling) return;
    isTelling = true;
    // Frames come faster than anybody can look at them.
    requestAnimationFrame(() => {
      isTelling = false;
      for (const listener of listeners) listener();
    });
  }

  function begin(method: string, url: string, sent: readonly string[]): number {
    count += 1;
    const { pathname, search } = new URL(url, window.location.href);
    const opened = { id: count, method, path: pathname + search, sent, frames: [], end: "open" };
    exchanges = [...exchanges, opened as Exchange].slice(-MAX_KEPT);
    tell();
    return count;
  }

  function change(id: number, next: (exchange: Exchange) => Partial<Exchange>): void {
    exchanges = exchanges.map((one) => (one.id === id ? { ...one, ...next(one) } : one));
    tell();
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
    const body = overheard(response.body, { signal, onFrames: (frames) => add(id, frames), onEnd });
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
        // As a browser does that has a network again.
        window.dispatchEvent(new Event("online"));
      }
      // At once, as it is a field that was changed.
      for (const listener of listeners) listener();
    },
    clear() {
      exchanges = [];
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What has gone over a wire, the latest last. */
export function useExchanges(wire: Wire): readonly Exchange[] {
  return useSyncExternalStore(wire.subscribe, wire.read);
}

export function useIsOffline(wire: Wire): boolean {
  return useSyncExternalStore(wire.subscribe, wire.isOffline);
}

interface Listening {
  /** Cuts it. */
  readonly signal: AbortSignal;
  readonly onFrames: (frames: readonly string[]) => void;
  readonly onEnd: (end: Exchange["end"]) => void;
}

/** Hands a stream of Server-Sent Events on, and tells the frames in it. */
function overheard(
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
