import type { ReactNode } from "react";
import { expect, userEvent, waitFor, type within } from "storybook/test";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import type { CompletionProvider } from "../../../src/components/composer/completions/completion.ts";
import { Conversation, Page } from "../../conversation.tsx";
import { trip } from "../../fixtures.ts";

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
  /** Width of the page in pixels. @defaultValue the width of the window */
  readonly width?: number;
}

/** Renders a chat whose composer offers completions. */
export function CompletionScreen({ completions, title, width }: OfferingProps): ReactNode {
  return (
    <Page {...(width !== undefined && { inlineSize: width })}>
      <Conversation messages={trip}>
        <Chat completions={completions} {...(title !== undefined && { title })} />
      </Conversation>
    </Page>
  );
}

/** Types a text when the field is ready. */
export const typeInComposer = async (canvas: ReturnType<typeof within>, text: string) => {
  const field = await canvas.findByRole("textbox");
  await waitFor(() => expect(field).toHaveAttribute("aria-autocomplete"));
  await userEvent.type(field, text);
};

/** Waits until the menu shows a text. */
export const waitForMenuText = (canvas: ReturnType<typeof within>, text: string | RegExp) =>
  waitFor(() => expect(canvas.getByText(text, { selector: "p" })).toBeVisible());
