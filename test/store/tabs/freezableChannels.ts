import { afterAll, afterEach } from "vitest";

const Platform = globalThis.BroadcastChannel;
let channels: FreezableChannel[] = [];

/** Channel of the platform whose tab can be frozen, so that no message reaches or leaves it. */
class FreezableChannel extends Platform {
  isMute = false;
  isDeaf = false;
  readonly #at = channels.push(this);

  override postMessage(message: unknown): void {
    if (!this.isMute) super.postMessage(message);
  }

  override set onmessage(listener: ((event: MessageEvent) => void) | null) {
    super.onmessage = listener
      ? (event: MessageEvent) => {
          const { wakes } = event.data;
          if (wakes === this.#at) this.isDeaf = false;
          else if (!this.isDeaf && wakes === undefined) listener(event);
        }
      : null;
  }

  wake(): void {
    this.isMute = false;
    // Ends the freeze with a marker message, so that messages posted earlier and still in transit are dropped.
    const other = new Platform(this.name);
    other.postMessage({ wakes: this.#at });
    other.close();
  }
}

/** Replaces `BroadcastChannel` so that tests can freeze tabs, which must be opened one after another. */
export function createFreezableChannels() {
  globalThis.BroadcastChannel = FreezableChannel;
  afterEach(() => {
    channels = [];
  });
  afterAll(() => {
    globalThis.BroadcastChannel = Platform;
  });
  const channelOf = (threadId: string, at: number) => {
    const channel = channels.filter(({ name }) => name.endsWith(`:${threadId}`))[at];
    if (!channel)
      throw new Error(
        "The tab cannot be frozen, because the thread has no channel at this index. Open the tab first.",
      );
    return channel;
  };
  return {
    /** @param at - Index of the tab among the tabs of the thread, in the order of opening. */
    freeze(threadId: string, at: number): void {
      Object.assign(channelOf(threadId, at), { isMute: true, isDeaf: true });
    },
    /** Drops the messages to a tab, which still posts its own. */
    deafen(threadId: string, at: number): void {
      channelOf(threadId, at).isDeaf = true;
    },
    wake(threadId: string, at: number): void {
      channelOf(threadId, at).wake();
    },
    /** Dispatches the event that tells all tabs of the platform that they may have been frozen. */
    dispatchResume(): void {
      window.dispatchEvent(new Event("resume"));
    },
  };
}
