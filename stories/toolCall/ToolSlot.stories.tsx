import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, userEvent, within } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ToolSlot } from "../../src/components/toolCall/ToolSlot.tsx";
import { useComponentTool } from "../../src/hooks/tools/useComponentTool.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import { Conversation, hangAfter, Page } from "../conversation.tsx";
import { StateTable } from "../states/StateTable.tsx";
import { slotControls } from "../states/toolControls.tsx";
import { renderToolScreen, toolCallEvents, waitForText } from "./toolScreens.tsx";

const meta = {
  title: "Tools/Component tools",
  component: ToolSlot,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof ToolSlot>;

export default meta;
type Story = StoryObj<typeof meta>;

const parameters = {
  type: "object",
  properties: {
    title: { type: "string" },
    items: { type: "array", items: { type: "string" } },
  },
  required: ["title", "items"],
} as const;

interface PackingListProps {
  readonly title?: string | undefined;
  readonly items?: readonly string[] | undefined;
}

/** Renders a component of the application, whose props may still arrive. */
function PackingList({ title = "…", items = [] }: PackingListProps): ReactNode {
  return (
    <figure
      style={{ margin: 0, padding: 16, border: "1px solid var(--agk-border)", borderRadius: 12 }}
    >
      <figcaption style={{ fontWeight: 600 }}>{title}</figcaption>
      <ul style={{ margin: "8px 0 0", paddingInlineStart: 20 }}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </figure>
  );
}

function PackingListTool({ children }: { readonly children?: ReactNode }): ReactNode {
  useComponentTool({
    name: "show_packing_list",
    description: "Shows a packing list to the user",
    parameters,
    component: PackingList,
  });
  return children;
}

const light = { title: "Lisbon, one bag", items: ["Two shirts", "Rain jacket", "Charger"] };
const long = {
  title: "Lisbon, twelve days",
  items: ["Five shirts", "Rain jacket", "Charger", "Book"],
};

/** Shows a version of the list, and comments on it. */
const packingRuns = (id: string, list: PackingListProps, comment: string): readonly Script[] => [
  [runStarted(), ...toolCallEvents(id, "show_packing_list", list), runFinished()],
  textRun(comment),
];

/** Renders a component that the agent has filled in. */
export const InTheChat: Story = {
  args: { name: "show_packing_list" },
  render: renderToolScreen(PackingListTool, packingRuns("c1", light, "That fits into one bag.")),
  play: async ({ canvas, canvasElement }) => {
    await waitForText(canvasElement, "That fits into one bag.");
    await expect(canvas.getByRole("figure")).toHaveTextContent("Rain jacket");
  },
};

/** Renders the props that have arrived so far. */
export const Streaming: Story = {
  args: { name: "show_packing_list" },
  render: renderToolScreen(PackingListTool, [
    hangAfter(
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "show_packing_list" },
      {
        type: "TOOL_CALL_ARGS",
        toolCallId: "c1",
        delta: '{"title":"Lisbon, one bag","items":["Two shirts","Rain ja',
      },
    ),
  ]),
  play: async ({ canvasElement }) => {
    await waitForText(canvasElement, "Rain ja");
  },
};

/** Shows the default card when the arguments do not match the parameters. */
export const Failed: Story = {
  args: { name: "show_packing_list" },
  render: renderToolScreen(PackingListTool, [
    [
      runStarted(),
      ...toolCallEvents("c1", "show_packing_list", { title: "Lisbon" }),
      runFinished(),
    ],
    textRun("I could not show the list."),
  ]),
  play: async ({ canvas, canvasElement }) => {
    await waitForText(canvasElement, "I could not show the list.");
    await expect(canvas.getByText("Failed")).toBeVisible();
  },
};

/** Shows the latest version beside the chat, and lets the user walk back. */
export const BesideTheChat: Story = {
  args: { name: "show_packing_list", label: "Packing list", empty: "Ask for a packing list." },
  render: (args) => (
    <Page display="flex" flexWrap="wrap">
      <Conversation
        messages={[{ id: "u", role: "user", content: "Pack for Lisbon, please." }]}
        isStarted
        scripts={[
          ...packingRuns("c1", light, "That fits into one bag."),
          ...packingRuns("c2", long, "For twelve days you need more."),
        ]}
      >
        <PackingListTool />
        <div style={{ flex: "1 1 240px", padding: 16 }}>
          <ToolSlot {...args} />
        </div>
        <div style={{ flex: "2 1 360px", blockSize: "100%" }}>
          <Chat />
        </div>
      </Conversation>
    </Page>
  ),
  play: async ({ canvas, canvasElement }) => {
    await waitForText(canvasElement, "That fits into one bag.");
    await userEvent.type(canvas.getByRole("textbox"), "I stay for twelve days{Enter}");
    await waitForText(canvasElement, "For twelve days you need more.");
    const slot = within(canvas.getByRole("region", { name: "Packing list" }));
    await expect(slot.getByRole("figure")).toHaveTextContent("Five shirts");
    await userEvent.click(canvas.getByRole("button", { name: "Show: Version 1 of 2" }));
    await expect(slot.getByRole("figure")).toHaveTextContent("Two shirts");
  },
};

/** Shows the given content until the tool is called. */
export const NotCalledYet: Story = {
  args: { name: "show_packing_list", label: "Packing list", empty: "Ask for a packing list." },
  render: (args) => (
    <Page blockSize="auto" padding={16}>
      <Conversation>
        <ToolSlot {...args} />
      </Conversation>
    </Page>
  ),
};

/** Shows the controls in all their states. */
export const States: Story = {
  args: { name: "show_packing_list" },
  render: () => <StateTable controls={slotControls} />,
};
