import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { documentScene } from "../../demo/server/scenes/document.ts";
import { reasoningScene } from "../../demo/server/scenes/reasoning.ts";
import { researchScene } from "../../demo/server/scenes/research.ts";
import { stateScene } from "../../demo/server/scenes/state.ts";
import { subagentsScene } from "../../demo/server/scenes/subagents.ts";
import { usageScene } from "../../demo/server/scenes/usage.ts";
import { SceneStory } from "./SceneStory.tsx";

const meta = {
  title: "Scenes",
  component: SceneStory,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof SceneStory>;

export default meta;
type Story = StoryObj<typeof meta>;

/** One card that the person and the agent both write on. */
export const SharedRecipe: Story = {
  args: { id: "state", script: stateScene, say: "Write down a tomato soup" },
  play: async ({ canvas }) => {
    const title = await canvas.findByRole("textbox", { name: /^Title/ });
    await waitFor(() => expect(canvas.getByDisplayValue("cream")).toBeVisible());
    await userEvent.type(title, ", red");
    await expect(title).toHaveValue("Tomato soup, red");
    await waitFor(() => expect(canvas.getByText("✎ not sent yet")).toBeVisible());
    await userEvent.click(canvas.getByRole("button", { name: "Send my changes" }));
    await waitFor(() => expect(canvas.queryByText("✎ not sent yet")).toBeNull());
    await expect(title).toHaveValue("Tomato soup, red");
  },
};

/** The agent takes away what the person is changing. */
export const OvertakenEdit: Story = {
  args: { ...SharedRecipe.args, say: "Take away what I am editing", isPaced: true },
  play: async ({ canvas }) => {
    const butter = await canvas.findByDisplayValue("butter");
    await userEvent.type(butter, ", salted");
    await waitFor(
      () => expect(canvas.getByText(/“butter, salted” could not be kept/)).toBeVisible(),
      {
        timeout: 15_000,
      },
    );
  },
};

/** A draft that waits; what it changes is marked. */
export const DocumentDraft: Story = {
  args: { id: "document", script: documentScene, say: "Write a story about a lighthouse" },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Accept" }));
    await waitFor(() => expect(canvas.getByText("✓ You accepted the draft")).toBeVisible());
    await userEvent.type(canvas.getByRole("textbox", { name: "Message" }), "another title{Enter}");
    await canvas.findByRole("button", { name: "Reject" });
    await waitFor(() =>
      expect(
        canvas.getByText("The lighthouse of Skarholm, as it really was", { selector: "ins" }),
      ).toBeVisible(),
    );
  },
};

/** While it is written. */
export const DocumentBeingWritten: Story = {
  args: { ...DocumentDraft.args, isPaced: true },
  play: async ({ canvas }) => {
    await canvas.findByText(/^draft, being written$/i, { selector: ".document-status" });
  },
};

export const ResearchWithSearches: Story = {
  args: { id: "research", script: researchScene, say: "Are night trains worth it?" },
  play: async ({ canvas }) => {
    const search = await canvas.findByRole("region", { name: /^night train routes Europe/ });
    await waitFor(() => expect(within(search).getAllByRole("listitem")).toHaveLength(3));
    await canvas.findByRole("region", { name: "Research: Are night trains worth it?" });
  },
};

export const TwoSubagents: Story = {
  args: { id: "subagents", script: subagentsScene, say: "A weekend in Porto, by the river" },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Yes" }));
    await waitFor(() => expect(canvas.getByText(/^Your weekend in/)).toBeVisible());
  },
};

export const ReasoningSealed: Story = {
  args: { id: "reasoning", script: reasoningScene, say: "Pick a card in private" },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("Reasoned privately")).toBeVisible());
    await userEvent.click(canvas.getByRole("radio", { name: /^Hidden/ }));
    await waitFor(() => expect(canvas.queryByText("Reasoned privately")).toBeNull());
  },
};

export const UsageAndCost: Story = {
  args: { id: "usage", script: usageScene, say: "Ask a model without a price" },
  play: async ({ canvas }) => {
    const table = await canvas.findByRole("table", { name: "Last answer" });
    await expect(within(table).getByText("no price")).toBeVisible();
  },
};

export const Dark: Story = { ...DocumentDraft, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...SharedRecipe, globals: { direction: "rtl" } };
