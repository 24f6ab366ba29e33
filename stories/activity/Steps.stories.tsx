import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Steps } from "../../src/components/activity/Steps.tsx";
import { Chat } from "../../src/components/chat/Chat.tsx";
import type { EventInput } from "../../src/protocol/events.ts";
import { runError, runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import predictiveState from "../../test/fixtures/recordings/langgraph/predictive-state.1.sse?raw";
import { Conversation, hangAfter, onChatBackground, Page } from "../conversation.tsx";
import { manyTurns } from "../fixtures.ts";
import { eventsOf } from "../recordings.ts";
import { StateTable } from "../states/StateTable.tsx";
import { stepControls } from "../states/workControls.tsx";

const meta = {
  title: "Messages/Steps",
  component: Steps,
  decorators: [onChatBackground],
} satisfies Meta<typeof Steps>;

export default meta;
type Story = StoryObj<typeof meta>;

const names = [
  "Understand the question",
  "Look for sources",
  "Read eleven pages",
  "Compare what they say",
  "Check the numbers",
  "Write it down",
];

const start = (stepName: string): EventInput => ({ type: "STEP_STARTED", stepName });
const end = (stepName: string): EventInput => ({ type: "STEP_FINISHED", stepName });

/** Returns events that finish `count` steps and start the next. */
const upTo = (count: number): EventInput[] => [
  ...names.slice(0, count).flatMap((name) => [start(name), end(name)]),
  ...names.slice(count, count + 1).map(start),
];

const during = (script: Script): Pick<Story, "render"> => ({
  render: (args) => (
    <Conversation scripts={[script]} isStarted>
      <Steps {...args} />
    </Conversation>
  ),
});

export const Running: Story = {
  ...during(hangAfter(...upTo(2))),
  play: async ({ canvas }) => {
    await canvas.findByText("Read eleven pages");
  },
};

export const Complete: Story = {
  ...during([runStarted(), upTo(3).slice(0, -1), runFinished()]),
  play: async ({ canvas }) => {
    await canvas.findByText("3 steps");
  },
};

/** Shows the step during which the run failed. */
export const Unfinished: Story = {
  ...during([runStarted(), upTo(2), runError("No network")]),
  play: async ({ canvas }) => {
    const list = await canvas.findByRole("list");
    await within(list).findByText("Interrupted");
  },
};

/** Collapses more than five steps. */
export const Many: Story = {
  ...during(hangAfter(...upTo(5))),
  play: async ({ canvas }) => {
    await canvas.findByText("Write it down");
    await expect(canvas.queryByRole("list")).toBeNull();
  },
};

export const ManyOpened: Story = {
  ...Many,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("6 steps"));
    await expect(canvas.getAllByRole("listitem")).toHaveLength(6);
  },
};

/** Recorded: the nodes of a LangGraph agent with their technical names. */
export const TechnicalNames: Story = {
  ...during([eventsOf(predictiveState)]),
  play: async ({ canvas }) => {
    await canvas.findByText("chat_node");
  },
};

/** Shows the steps in a chat. */
export const InAChat: Story = {
  parameters: { layout: "fullscreen" },
  render: () => (
    <Page>
      <Conversation messages={manyTurns(2)} scripts={[hangAfter(...upTo(2))]} isStarted>
        <Chat components={{ Steps }} />
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    await canvas.findByText("3 steps");
  },
};

export const Narrow: Story = {
  ...Running,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 260 }}>
        <Story />
      </div>
    ),
  ],
};

export const Dark: Story = { ...Unfinished, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Running, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={stepControls} /> };
