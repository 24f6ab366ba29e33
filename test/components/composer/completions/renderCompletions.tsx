import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { Composer } from "../../../../src/components/composer/Composer.tsx";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { useDraft } from "../../../../src/components/composer/draft.ts";
import type { ComposerProps } from "../../../../src/components/settings/composerPartProps.ts";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";

export const people: readonly CompletionItem[] = [
  { id: "ada", label: "Ada Lovelace", description: "Mathematics" },
  { id: "alan", label: "Alan Turing" },
  { id: "grace", label: "Grace Hopper" },
  { id: "jose", label: "José Ada" },
];

/** Returns the labels in the menu, in order. */
export const optionLabels = () =>
  screen.queryAllByRole("option").map((option) => option.querySelector("span")?.textContent);

export const activeOption = () => screen.queryByRole("option", { selected: true })?.textContent;

/**
 * Renders a composer with completions. Returns its agent and thread, and actions to switch threads and to
 * write from outside.
 */
export function renderCompletions(
  completions: ComposerProps["completions"],
  around: (composer: ReactNode) => ReactNode = (composer) => composer,
) {
  const agent = manualAgent();
  const thread = createThread({ agent });
  let shown = { thread, completions };
  let write = (_text: string) => {};
  const Writer = () => {
    const { updateDraft } = useDraft();
    write = (text) => updateDraft(() => ({ text }));
    return null;
  };
  const tree = () => (
    <ThreadProvider thread={shown.thread}>
      {around(<Composer completions={shown.completions} attachments={false} />)}
      <Writer />
    </ThreadProvider>
  );
  const { rerender, unmount } = render(tree());
  const change = (next: Partial<typeof shown>) => {
    shown = { ...shown, ...next };
    rerender(tree());
  };
  return {
    agent,
    thread,
    other: createThread({ agent, threadId: "other" }),
    offer: (next: ComposerProps["completions"]) => change({ completions: next }),
    show: (next: typeof thread) => change({ thread: next }),
    write: (text: string) => act(async () => write(text)),
    unmount,
    sent: () => agent.inputs.map((input) => input.messages.at(-1)?.content),
  };
}

/** Returns items whose promise the test resolves. */
export function answerLater() {
  let answer: (items: readonly CompletionItem[]) => void = () => {};
  let refuse: (error: Error) => void = () => {};
  const promise = new Promise<readonly CompletionItem[]>((resolve, reject) => {
    answer = resolve;
    refuse = reject;
  });
  return { promise, answer, refuse };
}

export const mentions = [{ trigger: "@", label: "People", items: people }];
