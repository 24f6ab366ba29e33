import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Playground } from "./Playground.tsx";
import { faults, scenarios, speeds } from "./scenarios.ts";

const meta = {
  title: "Start/Playground",
  component: Playground,
  parameters: { layout: "fullscreen" },
  tags: ["!autodocs"],
  argTypes: {
    scenario: { options: Object.keys(scenarios), control: { type: "select" } },
    speed: { options: Object.keys(speeds), control: { type: "inline-radio" } },
    fault: { options: Object.keys(faults), control: { type: "select" } },
  },
  args: { scenario: "tool", speed: "natural", fault: "none" },
  // A changed control begins a new conversation.
  render: (args) => <Playground key={JSON.stringify(args)} {...args} />,
} satisfies Meta<typeof Playground>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Pick a scenario, a speed and a fault, and watch the chat. */
export const Playing: Story = {};

/** Shows an error, and succeeds when the user tries again. */
export const ConnectionLost: Story = {
  args: { scenario: "tool", speed: "instant", fault: "error" },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(canvas.queryByText(/having trouble/)).toBeNull());
  },
};

/** Plays another scenario as soon as it is chosen. */
export const AnotherScenario: Story = {
  args: { speed: "instant" },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole("radio", { name: "Plan" }));
    const log = within(canvas.getByRole("log"));
    await waitFor(() => expect(log.getByText(scenarios.plan.message)).toBeVisible());
  },
};
