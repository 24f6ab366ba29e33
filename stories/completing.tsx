import type { ReactNode } from "react";
import { expect, userEvent, waitFor, type within } from "storybook/test";
import { Chat } from "../src/components/chat/Chat.tsx";
import type { CompletionProvider } from "../src/components/composer/completions/completion.ts";
import { Conversation, Page } from "./conversation.tsx";
import { trip } from "./fixtures.ts";

export const people: CompletionProvider = {
  trigger: "@",
  label: "People",
  items: [
    { id: "ada", label: "Ada Lovelace", description: "Plans journeys by train" },
    { id: "alan", label: "Alan Turing", description: "Knows the timetables" },
    { id: "grace", label: "Grace Hopper", description: "Books what has been planned" },
  ],
};

interface OfferingProps {
  readonly completions: readonly CompletionProvider[];
  readonly title?: string;
  /** How wide the page is, in pixels; as wide as the window when absent. */
  readonly width?: number;
}

/** A chat whose composer offers something. */
export function Offering({ completions, title, width }: OfferingProps): ReactNode {
  return (
    <Page {...(width !== undefined && { inlineSize: width })}>
      <Conversation messages={trip}>
        <Chat completions={completions} {...(title !== undefined && { title })} />
      </Conversation>
    </Page>
  );
}

/** Writes as soon as it is offered. */
export const write = async (canvas: ReturnType<typeof within>, text: string) => {
  const field = await canvas.findByRole("textbox");
  await waitFor(() => expect(field).toHaveAttribute("aria-autocomplete"));
  await userEvent.type(field, text);
};

/** Waits until the menu says something. */
export const seen = (canvas: ReturnType<typeof within>, words: string | RegExp) =>
  waitFor(() => expect(canvas.getByText(words, { selector: "p" })).toBeVisible());
