import { afterEach } from "vitest";

const Platform = globalThis.BroadcastChannel;
let channels: FreezableChannel[] = [];

/** A channel of the platform whose page can be frozen: what is said meanwhile does not reach it, nor it others. */
class FreezableChannel extends Platform {
  isFrozen = false;
  isDeaf = false;

  constructor(name: string) {
    super(name);
    channels.push(this);
  }

  override postMessage(message: unknown): void {
    if (!this.isFrozen) super.postMessage(message);
  }

  override set onmessage(listener: ((event: MessageEvent) => void) | null) {
    super.onmessage = listener
      ? (event: MessageEvent) => {
          if (!this.isFrozen && !this.isDeaf) listener(event);
        }
      : null;
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
      channelOf(threadId, at).isFrozen = true;
    },
    /** It says what it does, and hears nothing. */
    deafen(threadId: string, at: number): void {
      channelOf(threadId, at).isDeaf = true;
    },
    wake(threadId: string, at: number): void {
      Object.assign(channelOf(threadId, at), { isFrozen: false, isDeaf: false });
    },
    /** Tells all pages that they may have been frozen, as the platform does. */
    comeBack(): void {
      window.dispatchEvent(new Event("resume"));
    },
  };
}
