import type { Meta, StoryObj } from "@storybook/react-vite";
import { RunStatus } from "../src/components/RunStatus.tsx";
import type { Script } from "../src/testing/script.ts";
import { runFinished, runStarted } from "../src/testing/steps.ts";
import { andThenNothing, Conversation, onSurface } from "./conversation.tsx";

const meta = {
  title: "RunStatus",
  component: RunStatus,
  decorators: [onSurface],
} satisfies Meta<typeof RunStatus>;

export default meta;
type Story = StoryObj<typeof meta>;

const during = (script: Script): Pick<Story, "render"> => ({
  render: () => (
    <Conversation scripts={[script]} isStarted>
      <RunStatus />
    </Conversation>
  ),
});

export const Working: Story = {
  ...during(andThenNothing()),
  play: async ({ canvas }) => {
    await canvas.findByText(/Waiting for an answer|Working/);
  },
};

export const WaitingForAPerson: Story = {
  ...during([
    runStarted(),
    runFinished({
      outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "confirmation" }] },
    }),
  ]),
  play: async ({ canvas }) => {
    await canvas.findByText("Waiting for you");
  },
};

export const Cancelled: Story = {
  ...during([runStarted(), runFinished({ outcome: { type: "cancelled" } })]),
  play: async ({ canvas }) => {
    await canvas.findByText("Stopped");
  },
};

export const Dark: Story = { ...Working, globals: { theme: "dark" } };
