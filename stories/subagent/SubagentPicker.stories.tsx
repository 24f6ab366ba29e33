import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent } from "storybook/test";
import { SubagentPicker } from "../../src/components/subagent/SubagentPicker.tsx";
import { CapableChat } from "../conversation.tsx";
import { pickerControls } from "../states/composerControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Tools/Sub-agent picker",
  component: SubagentPicker,
  parameters: { layout: "fullscreen" },
  render: () => choosing(),
} satisfies Meta<typeof SubagentPicker>;

export default meta;
type Story = StoryObj<typeof meta>;

const subagents = [
  { name: "web_research", description: "Searches the web" },
  { name: "editor", description: "Makes it shorter" },
  { name: "bookings_of_trains_ferries_and_hotels", description: "Books what has been chosen" },
];

const choosing = (width?: number) => (
  <CapableChat
    capabilities={{ multiAgent: { subagents } }}
    answer="Take tram 28 up to **Graça**."
    width={width}
  />
);

/** Shows the picker above the composer with its label on one line. */
export const Wide: Story = {
  play: async ({ canvas, canvasElement }) => {
    const picker = await canvas.findByRole("combobox", { name: "Agent" });
    await userEvent.selectOptions(picker, "Bookings of trains ferries and hotels");
    const boxOf = (selector: string) =>
      canvasElement.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const row = boxOf(".agk-subagent-picker");
    const composer = boxOf(".agk-composer");
    await expect(Math.abs(row.left - composer.left)).toBeLessThan(1);
    await expect(Math.abs(row.right - composer.right)).toBeLessThan(1);
    await expect(picker.getBoundingClientRect().right).toBeLessThanOrEqual(row.right);
    await expect(boxOf(".agk-subagent-picker label").height).toBeLessThan(30);
  },
};

export const Narrow: Story = { ...Wide, render: () => choosing(320) };

export const Dark: Story = { ...Wide, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Wide, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={pickerControls} /> };
