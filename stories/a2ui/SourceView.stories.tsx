import { CommonSchemas } from "@a2ui/web_core/v0_9";
import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { a2uiComponent } from "../../src/a2ui/a2uiComponent.ts";
import { type A2uiOptions, useA2ui } from "../../src/a2ui/useA2ui.tsx";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { textRun } from "../../src/testing/runSteps.ts";
import { Conversation, Page } from "../conversation.tsx";
import { booking, conversationWith, gallery } from "./surfaces.ts";
import "../../src/styles/plugins/a2ui.css";

const meta = {
  title: "Tools/A2UI surfaces",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

function Surfaces(options: A2uiOptions): ReactNode {
  useA2ui(options);
  return <Chat />;
}

/** Renders a conversation with the content of one activity. */
const renderContent =
  (content: object, options: A2uiOptions = {}) =>
  () => (
    <Page>
      <Conversation
        messages={conversationWith(content)}
        scripts={[textRun("Your table is booked for 19:30.")]}
      >
        <Surfaces {...options} />
      </Conversation>
    </Page>
  );

/** Shows a form, whose button starts a run. */
export const Form: Story = {
  render: renderContent({ a2ui_operations: booking }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Book" }));
    await expect(await canvas.findByText("Your table is booked for 19:30.")).toBeVisible();
  },
};

/** Shows lists, tabs, icons and a dialog. */
export const Plan: Story = { render: renderContent({ a2ui_operations: gallery }) };

/** Asks before it loads anything from another origin. */
export const Media: Story = {
  render: renderContent({ a2ui_operations: gallery }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("tab", { name: "Media" }));
    const load = await canvas.findByRole("button", { name: /quay/ });
    await waitFor(() => expect(load).toBeVisible());
  },
};

/** Shows an interface that the agent did not finish. */
export const Interrupted: Story = { render: renderContent({ status: "building" }) };

/** Shows a failure, with the errors for developers. */
export const Failed: Story = {
  render: renderContent({
    status: "failed",
    error: { code: "missing_root", path: "/components", message: "There is no root component." },
    attempts: 3,
    maxAttempts: 3,
    debugExposure: "verbose",
  }),
};

const Stars = a2uiComponent(
  { name: "Stars", props: { value: CommonSchemas.DynamicNumber } },
  ({ props: { value = 0, setValue } }) => (
    <fieldset>
      <legend>Rating</legend>
      {[1, 2, 3, 4, 5].map((star) => (
        <label key={star}>
          <input
            type="radio"
            name="stars"
            checked={star === value}
            onChange={() => setValue(star)}
          />
          {star}
        </label>
      ))}
    </fieldset>
  ),
);

/** Uses a component of the application. */
export const OwnComponent: Story = {
  render: renderContent(
    {
      a2ui_operations: [
        { version: "v0.9", createSurface: { surfaceId: "s1", catalogId: "basic" } },
        {
          version: "v0.9",
          updateComponents: {
            surfaceId: "s1",
            components: [{ id: "root", component: "Stars", value: { path: "/stars" } }],
          },
        },
        { version: "v0.9", updateDataModel: { surfaceId: "s1", path: "/stars", value: 4 } },
      ],
    },
    { components: [Stars] },
  ),
};
