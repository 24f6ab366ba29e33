import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat } from "../src/components/Chat.tsx";
import type { Script } from "../src/testing/script.ts";
import { runError, runStarted, textRun } from "../src/testing/steps.ts";
import { andThenNothing, Conversation, Page } from "./conversation.tsx";
import { arabicTrip, halfAnAnswer, manyTurns, trip } from "./fixtures.ts";

const meta = {
  title: "Chat",
  component: Chat,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof Chat>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Nothing said yet: a greeting and something to begin with. */
export const Empty: Story = {
  args: {
    suggestions: [
      "Plan a day in Lisbon",
      "What is new this week?",
      "Write a thank-you note",
      {
        label: "Explain quantum computing",
        message: "Explain quantum computing to a ten-year-old",
      },
    ],
  },
  render: (args) => (
    <Page>
      <Conversation>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

export const Finished: Story = {
  render: (args) => (
    <Page>
      <Conversation messages={trip}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

export const WithTitle: Story = { ...Finished, args: { title: "Travel desk" } };

export const Dark: Story = { ...Finished, globals: { theme: "dark" } };

/** A dark chat on a light page. */
export const DarkOnLight: Story = {
  render: () => (
    <Page>
      <Conversation messages={trip}>
        <Chat data-theme="dark" />
      </Conversation>
    </Page>
  ),
};

/** A side panel of 300 pixels. */
export const Narrow: Story = {
  render: (args) => (
    <Page inlineSize={300}>
      <Conversation messages={trip}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  render: (args) => (
    <Page>
      <Conversation messages={arabicTrip}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

export const LongContent: Story = {
  render: (args) => (
    <Page>
      <Conversation messages={manyTurns(60)}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

const asked = [{ id: "u1", role: "user", content: "Plan a day in Lisbon." }] as const;

const during = (script: Script): Pick<Story, "render"> => ({
  render: (args) => (
    <Page>
      <Conversation messages={asked} scripts={[script]} isStarted>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
});

export const Submitted: Story = {
  ...during(andThenNothing()),
  play: async ({ canvas }) => {
    await canvas.findByText(/Waiting for an answer|Working/);
  },
};

export const Streaming: Story = {
  ...during(andThenNothing(...halfAnAnswer())),
  play: async ({ canvas }) => {
    await canvas.findByText("24 °C and no wind");
    await expect(canvas.getByRole("button", { name: "Stop" })).toBeVisible();
  },
};

export const Failed: Story = {
  ...during([runStarted(), ...halfAnAnswer("Saturday is"), runError("The kitchen is closed.")]),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("button", { name: "Try again" })).toBeVisible();
    await waitFor(() => expect(canvas.getByText("Saturday is")).toBeVisible());
  },
};

export const Stopped: Story = {
  ...during(andThenNothing(...halfAnAnswer())),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Stop" }));
    const log = within(canvas.getByRole("log"));
    await expect(await log.findByText("Stopped")).toBeVisible();
  },
};

/** Ask, wait, read: by keyboard alone. */
export const Conversing: Story = {
  render: (args) => (
    <Page>
      <Conversation scripts={[textRun("Hello **Ada**. What shall we do today?", { chunk: 3 })]}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    const field = canvas.getByRole("textbox", { name: "Message" });
    await userEvent.type(field, "Good morning{Enter}");
    await canvas.findByText("Good morning");
    const answer = await canvas.findByText("Ada");
    await waitFor(() => expect(answer).toBeVisible());
    await waitFor(() => expect(canvas.getByRole("button", { name: "Send" })).toBeVisible());
    await expect(field).toHaveFocus();
  },
};
