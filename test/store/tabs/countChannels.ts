import { onTestFinished } from "vitest";

/** Records the names of the channels that a test opens and the channels that are still open. */
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
    /** Names of all opened channels, in order. */
    names: names as readonly string[],
    openNames: () => [...open].map(({ name }) => name),
  };
}
