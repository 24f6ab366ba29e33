import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { ErrorRow } from "../src/components/ErrorRow.tsx";
import { AgentKitError } from "../src/protocol/errors.ts";
import type { Script } from "../src/testing/script.ts";
import { runError, runStarted, textRun } from "../src/testing/steps.ts";
import modelError from "../test/fixtures/recordings/strands/llm-error.1.sse?raw";
import { Conversation, onSurface } from "./conversation.tsx";
import { eventsOf } from "./recorded.ts";

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

const failing = (error: AgentKitError): Pick<Story, "render"> =>
  after(() => {
    throw error;
  });

/** The page could not reach the agent. */
export const NoConnection: Story = {
  ...failing(new AgentKitError("network", "fetch failed")),
  play: async ({ canvas }) => {
    await canvas.findByText(/The connection failed/);
  },
};

export const SignedOut: Story = {
  ...failing(new AgentKitError("http-status", "401 Unauthorized", { status: 401 })),
  play: async ({ canvas }) => {
    await canvas.findByText(/not signed in/);
  },
};

/** Recorded: what Strands says of a model that cannot be reached. */
export const Strands: Story = {
  ...after([eventsOf(modelError)]),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Try again" });
  },
};

export const LongContent: Story = {
  ...after([runStarted(), runError(`The model is overloaded: ${"E42 ".repeat(80)}`)]),
  play: async ({ canvas }) => {
    await canvas.findByText(/model is overloaded/);
  },
};

export const Retried: Story = {
  ...after([runStarted(), runError("Not this time.")], textRun("Hello")),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(canvas.queryByRole("button")).toBeNull());
  },
};

export const Narrow: Story = {
  ...BrokenOff,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 240 }}>
        <Story />
      </div>
    ),
  ],
};

export const Dark: Story = { ...AgentFailed, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...AgentFailed, globals: { direction: "rtl" } };
