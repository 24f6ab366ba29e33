import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { Suggestions } from "../../src/components/suggestions/Suggestions.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { UseSuggestionsOptions } from "../../src/hooks/suggestions/suggestionOptions.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { hangAfter, Page } from "../conversation.tsx";
import { trip } from "../fixtures.ts";
import { suggestionControls } from "../states/composerControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Chat/Suggestions",
  component: Suggestions,
  parameters: { layout: "fullscreen" },
  args: { options: { generate: {} } },
  render: (args) => <SuggestingChat {...args} />,
} satisfies Meta<typeof Suggestions>;

export default meta;
type Story = StoryObj<typeof meta>;

interface SuggestingChatProps {
  readonly options: UseSuggestionsOptions;
  readonly answers?: readonly Script[];
  readonly width?: number;
}

const next = ["What does the tram cost?", "Somewhere quieter", "Book a table for two at eight"];

/** Renders a chat that requests suggestions after an answer. */
function SuggestingChat({ options, answers, width }: SuggestingChatProps): ReactNode {
  const [thread] = useState(() =>
    createThread({
      agent: scriptedAgent(
        textRun("Take tram 28 up to **Graça** and walk down through the Alfama."),
        ...(answers ?? [textRun(JSON.stringify(next))]),
      ),
      initialMessages: trip,
    }),
  );
  useEffect(() => {
    void thread.send("And in the evening?");
    return () => thread.stop();
  }, [thread]);
  return (
    <Page {...(width !== undefined && { inlineSize: width })}>
      <ThreadProvider thread={thread}>
        <Chat suggestions={options} />
      </ThreadProvider>
    </Page>
  );
}

/** Shows suggestions that a separate request to the agent returned. */
export const Generated: Story = {
  play: async ({ canvas }) => {
    const chip = await canvas.findByRole("button", { name: "Somewhere quieter" });
    await waitFor(() => expect(chip).toBeVisible());
  },
};

/** Reserves the space of the suggestions while they load. */
export const Loading: Story = {
  render: (args) => <SuggestingChat {...args} answers={[hangAfter()]} />,
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector("[data-loading]")).not.toBeNull());
  },
};

/** Hides the suggestions while the user types. */
export const Typing: Story = {
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Somewhere quieter" });
    await userEvent.type(canvas.getByRole("textbox"), "Hm");
    await waitFor(() => expect(canvas.queryByRole("list", { name: "Suggestions" })).toBeNull());
  },
};

export const Static: Story = {
  args: { options: { static: ["Shorter, please", "Explain it to a child"], when: "after" } },
};

export const LongSuggestions: Story = {
  args: {
    options: {
      static: [
        "Which of these places is open on a Monday evening in the middle of November?",
        "Write all of this down as a table with times, prices and the way between them",
        "Shorter",
      ],
    },
  },
  play: async ({ canvas }) => {
    const isCut = (chip: HTMLElement) => chip.scrollWidth > chip.clientWidth;
    const list = await canvas.findByRole("list", { name: "Suggestions" });
    const chips = within(list).getAllByRole("button");
    await expect(chips.map(isCut)).toEqual([true, true, false]);
    await expect(list.scrollWidth).toBe(list.clientWidth);
  },
};

export const Narrow: Story = {
  ...Generated,
  render: (args) => <SuggestingChat {...args} width={320} />,
};

export const Dark: Story = { ...Generated, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Generated, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={suggestionControls} /> };
