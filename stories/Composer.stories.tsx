import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { Composer } from "../src/components/Composer.tsx";
import { runFinished, runStarted } from "../src/testing/steps.ts";
import { andThenNothing, Conversation, onSurface } from "./conversation.tsx";

const meta = {
  title: "Composer",
  component: Composer,
  decorators: [onSurface],
  render: (args) => (
    <Conversation scripts={[andThenNothing()]}>
      <Composer {...args} />
    </Conversation>
  ),
} satisfies Meta<typeof Composer>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const WithDraft: Story = {
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole("textbox"), "Where is my order?");
    await expect(canvas.getByRole("button")).toHaveAttribute("aria-disabled", "false");
  },
};

/** It grows with its text, to eight lines, and scrolls from there. */
export const LongDraft: Story = {
  play: async ({ canvas }) => {
    const field = canvas.getByRole("textbox");
    await userEvent.click(field);
    await userEvent.paste(Array.from({ length: 20 }, (_, line) => `Line ${line + 1}`).join("\n"));
    await waitFor(() => expect(field.clientHeight).toBeGreaterThan(150));
    await expect(field.scrollHeight).toBeGreaterThan(field.clientHeight);
  },
};

/** The next message is written while the agent answers; the button stops it. */
export const Running: Story = {
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole("textbox"), "First{Enter}");
    await canvas.findByRole("button", { name: "Stop" });
    await userEvent.type(canvas.getByRole("textbox"), "And then");
    await expect(canvas.getByRole("textbox")).toHaveValue("And then");
  },
};

/** The agent has asked something, and its thread wants that answered first. */
export const Blocked: Story = {
  render: (args) => (
    <Conversation
      isStarted
      isBlocking
      scripts={[
        [
          runStarted(),
          runFinished({
            outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "approval" }] },
          }),
        ],
      ]}
    >
      <Composer {...args} />
    </Conversation>
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Answer the open question first" });
    await userEvent.type(canvas.getByRole("textbox"), "Never mind{Enter}");
    await expect(canvas.getByRole("alert")).toBeVisible();
  },
};

export const Dark: Story = { ...Running, globals: { theme: "dark" } };

export const RightToLeft: Story = {
  args: { placeholder: "اكتب رسالة…" },
  globals: { direction: "rtl" },
};
