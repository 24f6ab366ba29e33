import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { Composer } from "../../../src/components/Composer.tsx";
import type { CompletionItem } from "../../../src/components/completions/completion.ts";
import type { ComposerProps } from "../../../src/components/composerParts.ts";
import { ThreadProvider } from "../../../src/hooks/ThreadProvider.tsx";
import { createThread } from "../../../src/store/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

export const people: readonly CompletionItem[] = [
  { id: "ada", label: "Ada Lovelace", description: "Mathematics" },
  { id: "alan", label: "Alan Turing" },
  { id: "grace", label: "Grace Hopper" },
  { id: "jose", label: "José Ada" },
];

export const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

/** What the menu offers, in its order. */
export const offered = () =>
  screen.queryAllByRole("option").map((option) => option.querySelector("span")?.textContent);

/** What Enter would take. */
export const chosen = () => screen.queryByRole("option", { selected: true })?.textContent;

/** A composer, what its agent was sent, and a run that goes on where one is wanted. */
export function renderCompleting(
  completions: ComposerProps["completions"],
  around: (composer: ReactNode) => ReactNode = (composer) => composer,
) {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const tree = (providers: ComposerProps["completions"]) => (
    <ThreadProvider thread={thread}>
      {around(<Composer completions={providers} attachments={false} />)}
    </ThreadProvider>
  );
  const { rerender } = render(tree(completions));
  return {
    agent,
    thread,
    offer: (next: ComposerProps["completions"]) => rerender(tree(next)),
    sent: () => agent.inputs.map((input) => input.messages.at(-1)?.content),
  };
}
