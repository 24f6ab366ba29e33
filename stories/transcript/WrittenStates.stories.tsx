import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, waitFor, within } from "storybook/test";
import { MessageList } from "../../src/components/transcript/MessageList.tsx";
import { useStateRenderer } from "../../src/hooks/renderers/useStateRenderer.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import { Conversation, hangAfter, Page } from "../conversation.tsx";

interface Step {
  readonly description: string;
  readonly status: "pending" | "completed";
}

/** Registers a card for the steps in the shared state. */
function StepCards({ children }: { readonly children: ReactNode }): ReactNode {
  useStateRenderer<readonly Step[]>({
    pointer: "/steps",
    render: ({ state: steps, isRunning }) => (
      <ul aria-label="Steps" aria-busy={isRunning}>
        {steps.map(({ description, status }) => (
          <li key={description}>
            {status === "completed" ? <del>{description}</del> : description}
          </li>
        ))}
      </ul>
    ),
  });
  return children;
}

const meta = {
  title: "Messages/State cards",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const stepsOf = (...descriptions: readonly string[]): EventInput => ({
  type: "STATE_SNAPSHOT",
  snapshot: { steps: descriptions.map((description) => ({ description, status: "pending" })) },
});
const complete = (at: number): EventInput => ({
  type: "STATE_DELTA",
  delta: [{ op: "replace", path: `/steps/${at}/status`, value: "completed" }],
});
const text = (messageId: string, delta: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];
const question = { id: "u1", role: "user", content: "Get me to Mars" } as const;
const mars = stepsOf("Pack", "Build a rocket", "Take off");

/** The steps of a run that is working them off. */
export const Running: Story = {
  render: () => (
    <Page display="flex">
      <Conversation messages={[question]} scripts={[hangAfter(mars, complete(0))]} isStarted>
        <StepCards>
          <MessageList />
        </StepCards>
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    const steps = await canvas.findByRole("list", { name: "Steps" });
    await waitFor(() => expect(within(steps).getAllByRole("deletion")).toHaveLength(1));
    await expect(steps).toHaveAttribute("aria-busy", "true");
  },
};

/** The steps of a run that has ended, between the question and the answer. */
export const Ended: Story = {
  render: () => (
    <Page display="flex">
      <Conversation
        messages={[question]}
        scripts={[
          [
            runStarted(),
            mars,
            ...[0, 1, 2].map(complete),
            ...text("a1", "You are on your way."),
            runFinished(),
          ],
        ]}
        isStarted
      >
        <StepCards>
          <MessageList />
        </StepCards>
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    await canvas.findByText("You are on your way.");
    const steps = canvas.getByRole("list", { name: "Steps" });
    await expect(within(steps).getAllByRole("deletion")).toHaveLength(3);
    await waitFor(() => expect(steps).toHaveAttribute("aria-busy", "false"));
  },
};
