import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { ThreadList } from "../../src/components/threadList/ThreadList.tsx";
import { StateTable } from "../states/StateTable.tsx";
import { threadActionControls } from "../states/threadActionControls.tsx";
import { findThreadList, storageOf, ThreadListScreen, titles } from "./threadListScreens.tsx";

const meta = {
  title: "Threads/Thread actions",
  component: ThreadList,
  parameters: { layout: "fullscreen" },
  render: (args) => <ThreadListScreen {...args} />,
} satisfies Meta<typeof ThreadList>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Actions: Story = {
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    await userEvent.click(
      await list.findByRole("button", { name: "Actions for Plan a day in Lisbon" }),
    );
    const rename = list.getByRole("menuitem", { name: "Rename" });
    await waitFor(() => expect(rename).toBeVisible());
  },
};

/** Leaves a strip with two buttons, and the rest of the page to the chat. */
export const Collapsed: Story = {
  args: { collapsible: true },
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    const toggle = list.getByRole("button", { name: "Conversations" });
    await list.findByText("Today");
    await userEvent.click(toggle);
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await expect(list.getByText("Today")).not.toBeVisible();
  },
};

export const Renaming: Story = {
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    (await list.findByRole("button", { name: "Plan a day in Lisbon New" })).focus();
    await userEvent.keyboard("{F2}");
    await expect(list.getByRole("textbox", { name: "Title" })).toHaveFocus();
  },
};

/** Focuses the button that changes nothing. */
export const Deleting: Story = {
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    (await list.findByRole("button", { name: "Plan a day in Lisbon New" })).focus();
    await userEvent.keyboard("{Delete}");
    await expect(list.getByRole("button", { name: "Cancel" })).toHaveFocus();
  },
};

/** Shows that the new title could not be stored. */
export const NotSaved: Story = {
  render: (args) => (
    <ThreadListScreen
      {...args}
      storage={{ ...storageOf(titles), saveRecord: () => Promise.reject(new Error("full")) }}
    />
  ),
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    (await list.findByRole("button", { name: "Plan a day in Lisbon New" })).focus();
    await userEvent.keyboard("{F2}Lisbon{Enter}");
    await expect(await list.findByRole("alert")).toHaveTextContent("Couldn’t save the change");
  },
};

export const RightToLeft: Story = { ...Actions, globals: { direction: "rtl" } };

export const Dark: Story = { ...Deleting, globals: { theme: "dark" } };

export const Narrow: Story = {
  ...Deleting,
  render: (args) => <ThreadListScreen {...args} isNarrow />,
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={threadActionControls} /> };
