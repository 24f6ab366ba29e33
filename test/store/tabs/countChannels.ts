import { onTestFinished } from "vitest";

/** Counts the channels that a test opens, and which of them are still open. */
export function countChannels() {
  const Platform = globalThis.BroadcastChannel;
  const names: string[] = [];
  const open = new Set<BroadcastChannel>();
  globalThis.BroadcastChannel = class extends Platform {
    constructor(name: string) {
      super(name);
      names.push(name);
      open.add(this);
    }

    override close(): void {
      super.close();
      open.delete(this);
    }
  };
  onTestFinished(() => {
    globalThis.BroadcastChannel = Platform;
  });
  return {
    /** Of all that were opened, in order. */
    names: names as readonly string[],
    openNames: () => [...open].map(({ name }) => name),
  };
}
