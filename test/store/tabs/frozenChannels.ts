import { afterEach } from "vitest";

const Platform = globalThis.BroadcastChannel;
let channels: FreezableChannel[] = [];

/** A channel of the platform whose page can be frozen: what is said meanwhile does not reach it, nor it others. */
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
    // What was said before may still be on its way, and is not to be heard: a word behind all that tells when.
    const other = new Platform(this.name);
    other.postMessage({ wakes: this.#at });
    other.close();
  }
}

/** Lets tests freeze pages, which have to be opened one after another. */
export function freezable() {
  globalThis.BroadcastChannel = FreezableChannel;
  afterEach(() => {
    channels = [];
  });
  const channelOf = (threadId: string, at: number) => {
    const channel = channels.filter(({ name }) => name.endsWith(`:${threadId}`))[at];
    if (!channel) throw new Error("There is no such page.");
    return channel;
  };
  return {
    /** @param at - Which of the pages of that thread, in the order in which they were opened. */
    freeze(threadId: string, at: number): void {
      Object.assign(channelOf(threadId, at), { isMute: true, isDeaf: true });
    },
    /** It says what it does, and hears nothing. */
    deafen(threadId: string, at: number): void {
      channelOf(threadId, at).isDeaf = true;
    },
    wake(threadId: string, at: number): void {
      channelOf(threadId, at).wake();
    },
    /** Tells all pages that they may have been frozen, as the platform does. */
    comeBack(): void {
      window.dispatchEvent(new Event("resume"));
    },
  };
}
