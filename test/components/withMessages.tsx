import type { ReactNode } from "react";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../src/protocol/events.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";

/** Returns a wrapper with a thread that has these messages and an idle agent. */
export function withMessages(...messages: readonly Message[]) {
  const thread = createThread({ agent: manualAgent(), initialMessages: messages });
  return ({ children }: { readonly children: ReactNode }) => (
    <ThreadProvider thread={thread}>{children}</ThreadProvider>
  );
}
