import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent } from "storybook/test";
import { ToolCallCard } from "../../src/components/toolCall/ToolCallCard.tsx";
import { useToolCall } from "../../src/hooks/tools/useToolCall.ts";
import type { Script } from "../../src/testing/script.ts";
import complete from "../../test/fixtures/recordings/copilotkit/backend-tool.sse?raw";
import unanswered from "../../test/fixtures/recordings/copilotkit/backend-tool-throws.sse?raw";
import badArguments from "../../test/fixtures/recordings/strands/backend-tool-bad-args.sse?raw";
import threw from "../../test/fixtures/recordings/strands/backend-tool-throws.sse?raw";
import { Conversation, hang, onChatBackground } from "../conversation.tsx";
import { sunOverSea, weatherCall } from "../fixtures.ts";
import { eventsOf, eventsUpTo } from "../recordings.ts";
import { StateTable } from "../states/StateTable.tsx";
import { toolControls } from "../states/toolControls.tsx";

const meta = {
  title: "Tools/Tool call",
  component: ToolCallCard,
  decorators: [onChatBackground],
  args: {
    toolCall: weatherCall,
    info: { messageId: "m", status: "pending" },
    result: undefined,
    status: "running",
    interrupts: [],
    outputs: [],
  },
} satisfies Meta<typeof ToolCallCard>;

export default meta;
type Story = StoryObj<typeof meta>;

const opened: Story["play"] = async ({ canvas }) => {
  await userEvent.click(canvas.getByText("Get weather"));
  await expect(canvas.getByRole("group")).toHaveAttribute("open");
  // The focus of a script has the ring of the keyboard.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

/** Shows the arguments while they stream. */
export const Streaming: Story = {
  args: {
    toolCall: { ...weatherCall, function: { name: "get_weather", arguments: '{"city":"Lis' } },
    status: "streaming",
  },
  play: opened,
};

export const Running: Story = {};

export const WaitingForApproval: Story = { args: { status: "waiting" } };

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

/** Shows the JSON of the result, on request. */
export const JsonSource: Story = {
  ...Complete,
  play: async (context) => {
    await opened(context);
    await userEvent.click(context.canvas.getByRole("button", { name: "JSON Result" }));
    const name = await context.canvas.findByText('"sky"');
    await expect(name.closest("pre")).toHaveTextContent('"sky": "clear"');
  },
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
  play: async (context) => {
    await opened(context);
    // The error text comes from the agent, so its direction follows its own language.
    await expect(context.canvas.getByText(/no city/)).toHaveAttribute("dir", "auto");
  },
};

/** Shows a complete call whose result reads like an error, although the server does not say that the call failed. */
export const Warning: Story = {
  args: {
    status: "complete",
    info: { messageId: "m", status: "complete" },
    result: {
      id: "r",
      role: "tool",
      toolCallId: weatherCall.id,
      content: '{"error":"The weather service is offline."}',
    },
  },
  play: async (context) => {
    await opened(context);
    await expect(context.canvas.getByText("Returned an error")).toBeVisible();
  },
};

/** Shows a call without a result after its run ended. */
export const Unfinished: Story = { args: { status: "failed" } };

/** Shows complete arguments; the frontend tool runs when the run has ended. */
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

/** Shows the progress of the handler and the output that the tool streams. */
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
    await userEvent.click(canvas.getByRole("button", { name: /^JSON/ }));
    const source = canvas.getByText('"fields"').closest("pre") as HTMLPreElement;
    await expect(source.scrollHeight).toBeGreaterThan(source.clientHeight);
    await expect(source.scrollWidth).toBe(source.clientWidth);
  },
};

function CallOf({ id }: { readonly id: string }) {
  const call = useToolCall(id);
  return call && <ToolCallCard {...call} />;
}

const recorded = (id: string, script: Script): Pick<Story, "render"> => ({
  render: () => (
    <Conversation scripts={[script]} isStarted>
      <CallOf id={id} />
    </Conversation>
  ),
});

/** Recorded: a call of CopilotKit's runtime with arguments and without a result. */
export const RunningWithArguments: Story = {
  ...recorded("call_weather_1", [eventsUpTo("TOOL_CALL_END", complete), hang]),
  play: async ({ canvas }) => {
    await canvas.findByText("Running");
    await userEvent.click(canvas.getByText("Get weather"));
    await canvas.findByText("Location");
  },
};

/** Recorded: the same call with its result. */
export const CompleteWithArguments: Story = {
  ...recorded("call_weather_1", [eventsOf(complete)]),
  play: async ({ canvas }) => {
    await canvas.findByText("Done");
    await userEvent.click(canvas.getByText("Get weather"));
    await canvas.findByText("Conditions");
  },
};

/** Recorded: a failed tool of CopilotKit's runtime, which sends neither an error nor a result. */
export const WithoutResult: Story = {
  ...recorded("call_boom_1", [eventsOf(unanswered)]),
  play: async ({ canvas }) => {
    await canvas.findByText("Explode");
  },
};

/** Recorded: a failed tool of Strands, whose result contains the error as text. */
export const ErrorAsText: Story = {
  ...recorded("call_boom_1", [eventsOf(threw)]),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("Explode"));
    await canvas.findByText(/kaboom in the tool/);
  },
};

/** Recorded: a run that failed because the model wrote only half of the arguments. */
export const IncompleteArguments: Story = {
  ...recorded("call_bad_1", [eventsOf(badArguments)]),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("Get weather"));
    await canvas.findByText(/"Par/);
  },
};

export const Dark: Story = { ...Complete, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Complete, globals: { direction: "rtl" } };

/** Truncates the end of a long name in right-to-left text. */
export const LongNameRightToLeft: Story = {
  ...LongContent,
  globals: { direction: "rtl" },
  render: (args) => (
    <div style={{ inlineSize: 300 }}>
      <ToolCallCard {...args} />
    </div>
  ),
  play: async ({ canvas }) => {
    const name = canvas.getByText(/^Search the whole/);
    const letter = document.createRange();
    letter.setStart(name.firstChild as Node, 0);
    letter.setEnd(name.firstChild as Node, 1);
    const box = name.getBoundingClientRect();
    await expect(letter.getBoundingClientRect().left).toBeGreaterThanOrEqual(box.left);
    await expect(letter.getBoundingClientRect().right).toBeLessThanOrEqual(box.right);
  },
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={toolControls} /> };
