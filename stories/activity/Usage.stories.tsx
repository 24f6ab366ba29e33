import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { Usage } from "../../src/components/activity/Usage.tsx";
import { Chat } from "../../src/components/chat/Chat.tsx";
import type { TokenUsage } from "../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import counted from "../../test/fixtures/recordings/copilotkit/backend-tool.sse?raw";
import { Conversation, onChatBackground, Page } from "../conversation.tsx";
import { manyTurns } from "../fixtures.ts";
import { eventsOf } from "../recordings.ts";

const meta = {
  title: "Messages/Usage",
  component: Usage,
  decorators: [onChatBackground],
} satisfies Meta<typeof Usage>;

export default meta;
type Story = StoryObj<typeof meta>;

const used: TokenUsage = {
  provider: "openai",
  model: "gpt-5",
  inputTokens: 12_480,
  outputTokens: 1_204,
  cachedInputTokens: 8_000,
};
const prices = { models: { "gpt-5": { input: 1.25, cachedInput: 0.125, output: 10 } } };

const using = (...usage: readonly TokenUsage[]): Script => [
  runStarted(),
  runFinished({ usage: [...usage] }),
];

const after = (script: Script): Pick<Story, "render"> => ({
  render: (args) => (
    <Conversation scripts={[script]} isStarted>
      <Usage {...args} />
    </Conversation>
  ),
});

export const Tokens: Story = {
  ...after(using(used)),
  play: async ({ canvas }) => {
    await waitFor(() =>
      expect(canvas.getAllByText("12,480 in · 1,204 out tokens")).toHaveLength(2),
    );
  },
};

export const WithCost: Story = {
  ...Tokens,
  args: { prices },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText(/· \$0\.02$/)).toHaveLength(2));
  },
};

/** Shows a minimum cost because one model has no price. */
export const MinimumCost: Story = {
  ...after(using(used, { model: "house-model", inputTokens: 200, outputTokens: 20 })),
  args: { prices },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText(/at least \$0\.02$/)).toHaveLength(2));
  },
};

/** Shows the total, which is all that some agents report. */
export const TotalOnly: Story = {
  ...after(using({ totalTokens: 13_684 })),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText("13,684 tokens")).toHaveLength(2));
  },
};

/** Recorded: the token counts that CopilotKit's runtime sends for a run with one call. */
export const OneCall: Story = {
  ...after([eventsOf(counted)]),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText("36 in · 16 out tokens")).toHaveLength(2));
  },
};

const Cost = () => <Usage prices={prices} />;

/** Shows the usage at the end of the transcript in a chat. */
export const InAChat: Story = {
  parameters: { layout: "fullscreen" },
  render: () => (
    <Page>
      <Conversation messages={manyTurns(2)} scripts={[using(used)]} isStarted>
        <Chat components={{ Usage: Cost }} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    await canvas.findByText("Last response");
  },
};

export const Narrow: Story = {
  ...WithCost,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 220 }}>
        <Story />
      </div>
    ),
  ],
};

export const Dark: Story = { ...WithCost, globals: { theme: "dark" } };

/** Shows each value beside its label in right-to-left text. */
export const RightToLeft: Story = {
  ...WithCost,
  globals: { direction: "rtl" },
  play: async ({ canvas }) => {
    const [used] = await canvas.findAllByText(/· \$0\.02$/);
    const text = document.createRange();
    text.selectNodeContents(used ?? document.body);
    const name = canvas.getByText("Last response").getBoundingClientRect();
    const gap = name.left - text.getBoundingClientRect().right;
    await expect(gap).toBeGreaterThan(0);
    await expect(gap).toBeLessThan(60);
  },
};
