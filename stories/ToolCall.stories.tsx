import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent } from "storybook/test";
import { ToolCall } from "../src/components/ToolCall.tsx";
import { onSurface } from "./conversation.tsx";
import { sunOverSea, weatherCall } from "./fixtures.ts";

const meta = {
  title: "ToolCall",
  component: ToolCall,
  decorators: [onSurface],
  args: {
    toolCall: weatherCall,
    info: { messageId: "m", status: "pending" },
    result: undefined,
    status: "running",
    interrupts: [],
    outputs: [],
  },
} satisfies Meta<typeof ToolCall>;

export default meta;
type Story = StoryObj<typeof meta>;

const opened: Story["play"] = async ({ canvas }) => {
  await userEvent.click(canvas.getByText("get_weather"));
  await expect(canvas.getByRole("group")).toHaveAttribute("open");
};

/** The arguments are shown as they arrive. */
export const Streaming: Story = {
  args: {
    toolCall: { ...weatherCall, function: { name: "get_weather", arguments: '{"city":"Lis' } },
    status: "streaming",
  },
  play: opened,
};

export const Running: Story = {};

export const Waiting: Story = { args: { status: "waiting" } };

export const Complete: Story = {
  args: {
    status: "complete",
    info: { messageId: "m", status: "complete", startedAt: 0, endedAt: 1230 },
    result: {
      id: "r",
      role: "tool",
      toolCallId: weatherCall.id,
      content: '{"sky":"clear","high":24}',
    },
  },
  play: opened,
};

export const CompleteWithMedia: Story = {
  args: {
    status: "complete",
    result: {
      id: "r",
      role: "tool",
      toolCallId: weatherCall.id,
      content: [
        { type: "text", text: "The sky at the moment:" },
        { type: "image", source: { type: "data", mimeType: "image/png", value: sunOverSea } },
      ],
    },
  },
  play: opened,
};

export const Failed: Story = {
  args: {
    status: "failed",
    result: {
      id: "r",
      role: "tool",
      toolCallId: weatherCall.id,
      content: "",
      error: "There is no city of that name.",
    },
  },
  play: opened,
};

/** Its run ended without an answer. */
export const Unfinished: Story = { args: { status: "failed" } };

/** Its arguments are complete; the page answers when the run has ended. */
export const Pending: Story = { args: { status: "pending" } };

export const Denied: Story = {
  args: {
    status: "denied",
    result: {
      id: "r",
      role: "tool",
      toolCallId: weatherCall.id,
      content: "The user declined: I know how it is there.",
      error: "denied",
    },
  },
  play: opened,
};

/** What its handler reports, and what the tool writes while it runs. */
export const RunningWithOutput: Story = {
  args: {
    info: { messageId: "m", status: "running", progress: { stations: "3 of 12" } },
    outputs: [
      {
        id: "a",
        role: "activity",
        activityType: "tool-stream-output",
        content: { delta: "Asking Cabo da Roca …\nAsking Sintra …\nAsking Cascais …" },
      },
    ],
  },
  play: opened,
};

export const LongContent: Story = {
  args: {
    toolCall: {
      ...weatherCall,
      function: {
        name: "search_the_whole_catalogue_of_every_library_in_the_country_by_author",
        arguments: JSON.stringify({ query: "x".repeat(200), fields: Array(40).fill("author") }),
      },
    },
    status: "complete",
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByText("Done"));
    const source = canvas.getByText(/"fields"/);
    await expect(source.scrollHeight).toBeGreaterThan(source.clientHeight);
    await expect(source.scrollWidth).toBe(source.clientWidth);
  },
};

export const Dark: Story = { ...Complete, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Complete, globals: { direction: "rtl" } };
