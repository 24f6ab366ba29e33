import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { Announcer } from "../../src/components/status/Announcer.tsx";
import { textRun } from "../../src/testing/runSteps.ts";
import { Conversation } from "../conversation.tsx";

const meta = {
  title: "Chat/Announcements",
  component: Announcer,
} satisfies Meta<typeof Announcer>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Renders nothing visible: the text is for screen reader users. */
export const FinishedMessage: Story = {
  render: () => (
    <Conversation scripts={[textRun("It is **sunny**.")]} isStarted>
      <Announcer />
    </Conversation>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole("status")).toHaveTextContent("It is sunny."));
  },
};
