import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useState } from "react";
import { expect, fn, userEvent, waitFor } from "storybook/test";
import { ChatLoadFailed } from "../../src/components/chat/LazyChat.tsx";
import { FormLoadFailed } from "../../src/components/schemaForm/SchemaForm.tsx";
import { LoadFailed } from "../../src/components/status/LoadFailed.tsx";
import { lazyPart } from "../../src/components/ui/lazyPart.tsx";
import { Conversation, onChatBackground, Shop } from "../conversation.tsx";
import { payment } from "../forms.ts";
import { notLoadedControls } from "../states/chatControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Chat/Chat not loaded",
  component: LoadFailed,
  args: { onRetry: fn(), isRetried: false },
  parameters: { layout: "fullscreen", controlsFromArgs: true },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("Couldn’t load this.")).toBeVisible());
    await expect(canvas.getByRole("button", { name: "Try again" })).toBeVisible();
  },
} satisfies Meta<typeof LoadFailed>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Form: Story = {
  decorators: [onChatBackground],
  render: (args) => <FormLoadFailed {...args} schema={payment} onSubmit={fn()} />,
};

/** The chat of a popup that is opened before its code could be loaded. */
export const Popup: Story = {
  render: (args) => (
    <Shop>
      <Conversation>
        <dialog className="agk-popup" aria-label="Chat" open>
          <ChatLoadFailed {...args} isOpen onShown={fn()} chat={{}} />
        </dialog>
      </Conversation>
    </Shop>
  ),
};

/** Shown when trying again failed too: a deployment has removed the code of the page. */
export const Outdated: Story = {
  ...Form,
  args: { isRetried: true },
  play: async ({ canvas }) => {
    await waitFor(() =>
      expect(canvas.getByText("This page was updated. Reload to continue.")).toBeVisible(),
    );
    await expect(canvas.getByRole("button", { name: "Reload" })).toBeVisible();
  },
};

/** Renders a feature whose first import fails. */
function SecondTime(): ReactNode {
  const [Part] = useState(() => {
    let times = 0;
    const load = async () => {
      times += 1;
      if (times === 1) throw new TypeError("Failed to fetch");
      return () => <p>Here it is.</p>;
    };
    return lazyPart<object>(load, { Failed: LoadFailed });
  });
  return <Part />;
}

export const Retried: Story = {
  decorators: [onChatBackground],
  render: () => <SecondTime />,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Try again" }));
    await canvas.findByText("Here it is.");
  },
};

export const Narrow: Story = {
  ...Form,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 320 }}>
        <Story />
      </div>
    ),
  ],
};

export const Dark: Story = { ...Form, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Form, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = {
  play: async () => {},
  render: () => <StateTable controls={notLoadedControls} />,
};
