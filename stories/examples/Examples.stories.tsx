import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { receptionExample, workshopExample } from "../../demo/server/examples/desks.ts";
import { documentExample } from "../../demo/server/examples/document.ts";
import { ordersExample } from "../../demo/server/examples/orders.ts";
import { reasoningExample } from "../../demo/server/examples/reasoning.ts";
import { researchExample } from "../../demo/server/examples/research.ts";
import { stateExample } from "../../demo/server/examples/state.ts";
import { subagentsExample } from "../../demo/server/examples/subagents.ts";
import { usageExample } from "../../demo/server/examples/usage.ts";
import { ExampleStory } from "./ExampleStory.tsx";

const meta = {
  title: "Recipes/Examples",
  component: ExampleStory,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof ExampleStory>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Edits one card by the user and the agent together. */
export const SharedRecipe: Story = {
  args: { id: "state", script: stateExample, message: "Write down a tomato soup" },
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

/** Shows the conflict when the agent removes a value that the user is editing. */
export const ConflictingEdit: Story = {
  args: { ...SharedRecipe.args, message: "Take away what I am editing", isPaced: true },
  play: async ({ canvas }) => {
    const butter = await canvas.findByDisplayValue("butter");
    await userEvent.type(butter, ", salted");
    await waitFor(
      () => expect(canvas.getByText(/“butter, salted” couldn’t be saved/)).toBeVisible(),
      {
        timeout: 15_000,
      },
    );
  },
};

/** Shows a pending draft with its changes marked. */
export const DocumentDraft: Story = {
  args: { id: "document", script: documentExample, message: "Write a story about a lighthouse" },
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

/** Shows the draft while it streams. */
export const DocumentBeingWritten: Story = {
  args: { ...DocumentDraft.args, isPaced: true },
  play: async ({ canvas }) => {
    await canvas.findByText(/^writing draft…$/i, { selector: ".document-status" });
  },
};

export const ResearchWithSearches: Story = {
  args: { id: "research", script: researchExample, message: "Are night trains worth it?" },
  play: async ({ canvas }) => {
    const search = await canvas.findByRole("region", { name: /^night train routes Europe/ });
    await waitFor(() => expect(within(search).getAllByRole("listitem")).toHaveLength(3));
    await canvas.findByRole("region", { name: "Research: Are night trains worth it?" });
  },
};

export const TwoSubagents: Story = {
  args: { id: "subagents", script: subagentsExample, message: "A weekend in Porto, by the river" },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Yes" }));
    await waitFor(() => expect(canvas.getByText(/^Your weekend in/)).toBeVisible());
  },
};

export const EncryptedReasoning: Story = {
  args: { id: "reasoning", script: reasoningExample, message: "Pick a card in private" },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("Thought (hidden)")).toBeVisible());
    await userEvent.click(canvas.getByRole("radio", { name: /^Hidden/ }));
    await waitFor(() => expect(canvas.queryByText("Thought (hidden)")).toBeNull());
  },
};

export const UsageAndCost: Story = {
  args: { id: "usage", script: usageExample, message: "Ask a model without a price" },
  play: async ({ canvas }) => {
    const table = await canvas.findByRole("table", { name: "Last response" });
    await expect(within(table).getByText("no price")).toBeVisible();
  },
};

/** Sends the open order to the agent as context; the answer can be rated. */
export const PageAsContext: Story = {
  args: { id: "orders", script: ordersExample, message: "Where is this one?" },
  play: async ({ canvas }) => {
    await canvas.findByText(/left our house last night/, { selector: "p" });
    await userEvent.click(canvas.getByRole("button", { name: /^Linen cushions/ }));
    await userEvent.click(
      await canvas.findByRole("button", { name: "Cancel this one, please" }, { timeout: 5_000 }),
    );
    await canvas.findByText("Order 1047 is cancelled");
    const [thumb] = await canvas.findAllByRole("button", { name: "Bad response" });
    if (thumb) await userEvent.click(thumb);
    await userEvent.type(
      canvas.getByRole("textbox", { name: "What was wrong?" }),
      "Too vague{Enter}",
    );
    await canvas.findByText("Feedback sent: Too vague");
  },
};

/** Continues the conversation with a second agent. */
export const HandedOver: Story = {
  args: {
    id: "handover",
    script: receptionExample,
    others: { workshop: workshopExample },
    message: "My brakes squeal",
  },
  play: async ({ canvas }) => {
    await canvas.findByText(/What it takes is for/, { selector: "p" });
    await userEvent.click(await canvas.findByRole("button", { name: "Hand over to Theo" }));
    await canvas.findByText(/^Theo here/, { selector: "p" });
    await expect(canvas.getAllByText("My brakes squeal")).toHaveLength(2);
    await userEvent.click(await canvas.findByRole("button", { name: "What will it cost?" }));
    await canvas.findByText("38 €", { selector: "strong" });
  },
};

export const TwoAgentsDark: Story = { ...HandedOver, globals: { theme: "dark" } };

export const Dark: Story = { ...DocumentDraft, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...SharedRecipe, globals: { direction: "rtl" } };
