import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useMemo } from "react";
import { expect, userEvent, waitFor } from "storybook/test";
import { ChatSettings } from "../../src/components/settings/settings.tsx";
import type { ToolGroupProps } from "../../src/components/settings/transcriptPartProps.ts";
import { ToolGroup } from "../../src/components/toolCall/ToolGroup.tsx";
import { MessageList } from "../../src/components/transcript/MessageList.tsx";
import { useToolRenderer } from "../../src/hooks/tools/useToolRenderer.ts";
import type { EventInput, Interrupt, Message } from "../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import parallelCalls from "../../test/fixtures/recordings/copilotkit/backend-tool-parallel.sse?raw";
import { Conversation, hangAfter, Page } from "../conversation.tsx";
import { eventsOf } from "../recordings.ts";
import { StateTable } from "../states/StateTable.tsx";
import { toolGroupControls } from "../states/toolControls.tsx";
import { callEvents, createResults, question, textEvents, withErrors } from "./toolGroupEvents.ts";

const meta = {
  title: "Tools/Tool group",
  component: ToolGroup,
  parameters: { layout: "fullscreen" },
  // Placeholders: the transcript passes the calls of one message.
  args: { calls: [], renderCall: () => null },
  argTypes: { calls: { control: false } },
} satisfies Meta<typeof ToolGroup>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Renders the transcript, whose groups begin at a number of calls. */
function Transcript({ from }: { readonly from: number | undefined }): ReactNode {
  const components = useMemo(
    () => ({
      ToolGroup: (props: ToolGroupProps) => (
        <ToolGroup {...props} {...(from !== undefined && { from })} />
      ),
    }),
    [from],
  );
  return (
    <ChatSettings components={components}>
      <MessageList />
    </ChatSettings>
  );
}

const showing = (script: Script, width?: number): Pick<Story, "render"> => ({
  render: ({ from }) => (
    <Page
      display="flex"
      blockSize="min(420px, 90vh)"
      {...(width !== undefined && { inlineSize: width })}
    >
      <Conversation messages={question} scripts={[script]} isStarted>
        <Transcript from={from} />
      </Conversation>
    </Page>
  ),
});

const ended = (...events: readonly EventInput[]): Script => [
  runStarted(),
  [...events],
  runFinished(),
];

/** Shows any number of running calls on one line. */
export const Running: Story = {
  ...showing(hangAfter(...callEvents, ...createResults(0, 2))),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: /^4 tool calls.*2 done, 2 running$/ });
    await expect(canvas.queryByText("Running", { exact: true })).toBeNull();
  },
};

export const Complete: Story = {
  ...showing(ended(...callEvents, ...createResults(0, 1, 2, 3), ...textEvents)),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: /^4 tool calls.*Done$/ });
  },
};

export const Opened: Story = {
  ...Complete,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: /^4 tool calls.*Done$/ }));
    await waitFor(() => expect(canvas.getAllByText("Search hotels")).toHaveLength(1));
    await userEvent.click(canvas.getByText("Search flights"));
    await canvas.findByText("Found");
  },
};

const restored = (messages: readonly Message[]): Pick<Story, "render"> => ({
  render: ({ from }) => (
    <Page display="flex" blockSize="min(420px, 90vh)">
      <Conversation messages={messages}>
        <Transcript from={from} />
      </Conversation>
    </Page>
  ),
});

/** Shows the failed call below the line, in its position among the others. */
export const OneFailed: Story = {
  ...restored(withErrors({ search_flights: "The airline did not answer." })),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: /^4 tool calls.*3 done, 1 failed$/ });
    await userEvent.click(canvas.getByText("Search flights"));
    await canvas.findByText("The airline did not answer.");
  },
};

/** Shows stored calls that were all declined by the user. */
export const Denied: Story = {
  ...restored(
    withErrors({ get_weather: "denied", search_flights: "denied", search_hotels: "denied" }),
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: /^4 tool calls.*Denied$/ });
  },
};

/** Collapses a declined call because it needs no action. */
export const OneDenied: Story = {
  ...restored(withErrors({ search_hotels: "denied" })),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: /^4 tool calls.*3 done, 1 denied$/ });
  },
};

const interrupts: Interrupt[] = [
  { id: "i", reason: "tool_call", toolCallId: "c2", message: "May I ask the hotels?" },
];

/** Never collapses a call that waits for the user's approval. */
export const WaitingForApproval: Story = {
  ...showing([
    runStarted(),
    [...callEvents, ...createResults(0, 1, 3)],
    runFinished({ outcome: { type: "interrupt", interrupts } }),
  ]),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: /^4 tool calls.*3 done, 1 needs your input$/ });
    await canvas.findByText("May I ask the hotels?");
  },
};

function Forecasts({ children }: { readonly children: ReactNode }) {
  useToolRenderer({
    name: "get_weather",
    render: ({ status }) => (
      <p style={{ margin: 0 }}>{status === "complete" ? "☀ 24 °C, no wind" : "☀ …"}</p>
    ),
  });
  return children;
}

/** Shows a custom card in its position and does not count it. */
export const WithAnotherCard: Story = {
  render: () => (
    <Page display="flex" blockSize="min(420px, 90vh)">
      <Conversation
        messages={question}
        scripts={[
          ended(
            ...callEvents,
            {
              type: "TOOL_CALL_START",
              toolCallId: "c4",
              toolCallName: "search_trains",
              parentMessageId: "m",
            },
            { type: "TOOL_CALL_END", toolCallId: "c4" },
            ...createResults(0, 1, 2, 3, 4),
            ...textEvents,
          ),
        ]}
        isStarted
      >
        <Forecasts>
          <MessageList />
        </Forecasts>
      </Conversation>
    </Page>
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: /^3 tool calls.*Done$/ });
    await expect(canvas.getAllByText(/^☀ 24 °C/)).toHaveLength(2);
  },
};

/** Recorded: an agent of CopilotKit's runtime makes two parallel calls, collapsed by a setting of the application. */
export const TwoGrouped: Story = {
  ...showing([eventsOf(parallelCalls)]),
  args: { from: 2 },
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: /^2 tool calls/ });
  },
};

/** Shows two calls without a group by default. */
export const TwoCalls: Story = {
  ...showing([eventsOf(parallelCalls)]),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText("Done")).toHaveLength(2));
    await expect(canvas.queryByRole("button", { name: /tool calls/ })).toBeNull();
  },
};

/** Truncates tool names before numbers and labels. */
export const Narrow: Story = {
  ...Running,
  ...showing(hangAfter(...callEvents, ...createResults(0, 2)), 300),
};

export const Dark: Story = { ...Opened, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...OneFailed, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={toolGroupControls} /> };
