import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { ErrorRow } from "../src/components/ErrorRow.tsx";
import type { Script } from "../src/testing/script.ts";
import { runError, runStarted, textRun } from "../src/testing/steps.ts";
import { Conversation, onSurface } from "./conversation.tsx";

const meta = {
  title: "ErrorRow",
  component: ErrorRow,
  decorators: [onSurface],
} satisfies Meta<typeof ErrorRow>;

export default meta;
type Story = StoryObj<typeof meta>;

const after = (...scripts: readonly Script[]): Pick<Story, "render"> => ({
  render: () => (
    <Conversation scripts={scripts} isStarted>
      <ErrorRow />
    </Conversation>
  ),
});

/** The agent said itself what went wrong. */
export const AgentFailed: Story = {
  ...after([runStarted(), runError("The model is overloaded. Try again in a minute.")]),
  play: async ({ canvas }) => {
    await canvas.findByText(/model is overloaded/);
  },
};

/** In plain words, and in those of the machine for who wants them. */
export const BrokenOff: Story = {
  ...after([runStarted()]),
  play: async ({ canvas }) => {
    await canvas.findByText("The answer broke off before it was complete.");
    await userEvent.click(canvas.getByText("Details"));
  },
};

export const Retried: Story = {
  ...after([runStarted(), runError("Not this time.")], textRun("Hello")),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(canvas.queryByRole("button")).toBeNull());
  },
};

export const Dark: Story = { ...AgentFailed, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...AgentFailed, globals: { direction: "rtl" } };
