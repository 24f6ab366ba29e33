import { render, screen } from "@testing-library/react";
import { Composer } from "../../../../src/components/composer/Composer.tsx";
import type {
  DictationAdapter,
  DictationOptions,
} from "../../../../src/components/composer/dictation/dictationAdapter.ts";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";

interface Session extends DictationOptions {
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/** Returns an adapter that the test controls. */
export function manualDictation() {
  const sessions: Session[] = [];
  const adapter: DictationAdapter = {
    start: (options) =>
      new Promise((resolve, reject) => {
        sessions.push({ ...options, end: resolve, fail: reject });
      }),
  };
  const latest = () => {
    const session = sessions.at(-1);
    if (!session) throw new Error("No dictation is active.");
    return session;
  };
  return { adapter, sessions, latest };
}

export const microphone = () => screen.findByRole("button", { name: "Dictate" });

/** Renders a composer with dictation. */
export function renderDictation(dictation: DictationAdapter) {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const tree = (shownThread: typeof thread) => (
    <ThreadProvider thread={shownThread}>
      <Composer dictation={dictation} attachments={false} />
    </ThreadProvider>
  );
  const { rerender, unmount } = render(tree(thread));
  return {
    agent,
    thread,
    show: (other: typeof thread) => rerender(tree(other)),
    unmount,
    sent: () => agent.inputs.map((input) => input.messages.at(-1)?.content),
  };
}
