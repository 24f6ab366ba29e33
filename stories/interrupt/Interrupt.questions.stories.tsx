import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { DefaultInterrupt } from "../../src/components/interrupt/DefaultInterrupt.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { useInterruptRenderer } from "../../src/hooks/renderers/useInterruptRenderer.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { reporting } from "../forms.ts";
import { questionControls } from "../states/questionControls.tsx";
import { StateTable } from "../states/StateTable.tsx";
import {
  type AgentQuestion,
  email,
  InterruptScreen,
  type InterruptScreenProps,
  loading,
} from "./interruptScreens.tsx";

const meta = {
  title: "Approvals/Question",
  component: InterruptScreen,
  parameters: { layout: "fullscreen", controlsFromArgs: true },
} satisfies Meta<typeof InterruptScreen>;

export default meta;
type Story = StoryObj<typeof meta>;

const confirmation: InterruptScreenProps = {
  userMessage: "Cancel my subscription",
  text: "Your subscription runs until **30 June**.",
  asks: [
    {
      id: "i1",
      reason: "confirmation",
      message: "Cancel it now? You will not be charged again.",
    },
  ],
};

export const Confirmation: Story = {
  args: confirmation,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Yes" }, loading));
    await canvas.findByText("All right, that is settled.");
    await expect(canvas.getByText("Confirmed")).toBeVisible();
  },
};

/** Shows the tool call that the answer permits. */
export const ConfirmationOfACall: Story = {
  args: {
    userMessage: "Clean up the old drafts",
    text: "I have found one.",
    calls: { c1: ["delete_file", { path: "/drafts/2023-plan.md", force: true }] },
    asks: [
      {
        id: "i1",
        reason: "confirmation",
        toolCallId: "c1",
        message: "Delete this file?",
        metadata: { impact: "It cannot be restored." },
      },
    ],
  },
  play: async ({ canvas }) => {
    const path = await canvas.findByText("/drafts/2023-plan.md", {}, loading);
    await waitFor(() => expect(path).toBeVisible());
    await expect(canvas.getByText("It cannot be restored.")).toBeVisible();
  },
};

export const Declined: Story = {
  args: confirmation,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "No" }, loading));
    await canvas.findByText("All right, that is settled.");
    await expect(canvas.getByText("Answered no")).toBeVisible();
  },
};

/** Shows the error when the application's own server is unreachable. */
export const AnswerNotSent: Story = {
  ...reporting,
  args: confirmation,
  decorators: [
    (Story) => (
      <AgentProvider agent={scriptedAgent([])}>
        <RejectingRenderer />
        <Story />
      </AgentProvider>
    ),
  ],
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Yes" }, loading));
    await canvas.findByText("Couldn’t send your answer. Try again.");
    await expect(canvas.getByRole("button", { name: "Yes" })).toBeVisible();
  },
};

function RejectingRenderer(): null {
  useInterruptRenderer({
    reason: "confirmation",
    render: (props) => (
      <DefaultInterrupt
        {...props}
        resolve={() => Promise.reject(new TypeError("Failed to fetch"))}
      />
    ),
  });
  return null;
}

const input: InterruptScreenProps = {
  userMessage: "File the quarterly report",
  asks: [
    {
      id: "i1",
      reason: "input_required",
      message: "Please provide the details of the filing.",
      responseSchema: {
        type: "object",
        properties: {
          quarter: { type: "string", title: "Quarter", enum: ["Q1", "Q2", "Q3", "Q4"] },
          year: { type: "integer", title: "Year", minimum: 2000 },
          revenue: { type: "number", title: "Revenue", description: "In euros, before tax." },
          note: { type: "string", title: "Note" },
        },
        required: ["quarter", "year", "revenue"],
      },
    },
  ],
};

export const InputRequired: Story = {
  args: input,
  play: async ({ canvas }) => {
    const quarter = await canvas.findByRole("combobox", { name: "Quarter" }, loading);
    await userEvent.selectOptions(quarter, "Q2");
    await userEvent.type(canvas.getByLabelText("Year"), "2026");
    await userEvent.type(canvas.getByLabelText("Revenue"), "4200000");
    await userEvent.click(canvas.getByRole("button", { name: "Send answer" }));
    await canvas.findByText("All right, that is settled.");
  },
};

export const InputWaiting: Story = {
  args: input,
  play: async ({ canvas }) => {
    await expect(await canvas.findByLabelText("Revenue", {}, loading)).toBeVisible();
  },
};

export const UploadRequired: Story = {
  args: {
    userMessage: "I want my money back for the train",
    asks: [
      {
        id: "i1",
        reason: "upload_required",
        message: "Please send the tickets, and the confirmation of the delay if you have one.",
      },
    ],
  },
  play: async ({ canvas }) => {
    await userEvent.upload(await canvas.findByLabelText("Choose files", {}, loading), [
      new File([new Uint8Array(48_200)], "ticket-lisbon-porto.pdf", { type: "application/pdf" }),
      new File([new Uint8Array(1_300_000)], "photo-of-the-board.jpg", { type: "image/jpeg" }),
    ]);
    await expect(canvas.getByText("1.2 MB")).toBeVisible();
    await expect(
      canvas.getByRole("button", { name: "Remove ticket-lisbon-porto.pdf" }),
    ).toBeVisible();
  },
};

/** Accepts one picture up to a maximum size. */
export const UploadTooLarge: Story = {
  args: {
    userMessage: "I want my money back for the train",
    asks: [
      {
        id: "i1",
        reason: "upload_required",
        message: "Please send a photo of the ticket.",
        responseSchema: {
          type: "string",
          contentEncoding: "base64",
          contentMediaType: "image/*",
        },
      },
    ],
  },
  play: async ({ canvas }) => {
    const file = new File([new Uint8Array(11 * 1024 ** 2)], "ticket.jpg", { type: "image/jpeg" });
    await userEvent.upload(await canvas.findByLabelText("Choose a file", {}, loading), file);
    await canvas.findByText("Too large. The limit is 10 MB in total.");
  },
};

/** Sends the answer as JSON because the schema accepts any value. */
export const AnswerAsJson: Story = {
  args: {
    userMessage: "Find us a time to meet",
    asks: [{ id: "i1", reason: "pick_time", message: "When would it suit you?" }],
  },
  play: async ({ canvas }) => {
    const field = await canvas.findByRole("textbox", { name: "Your answer" }, loading);
    await userEvent.type(field, '{{"day": "Thursday"}');
    await expect(field).toHaveAccessibleDescription("Sent as JSON.");
  },
};

export const AnswerAsBrokenJson: Story = {
  ...AnswerAsJson,
  play: async ({ canvas }) => {
    const field = await canvas.findByRole("textbox", { name: "Your answer" }, loading);
    await userEvent.type(field, '{{"day": "Thursday"');
    await expect(field).toHaveAccessibleDescription(/Not valid JSON/);
  },
};

/** Shows the top of a card that is taller than the view, with a button that scrolls to its end. */
export const TallerThanTheView: Story = {
  args: {
    ...input,
    asks: [
      {
        ...(input.asks[0] as AgentQuestion),
        message: Array.from({ length: 24 }, (_, n) => `${n + 1}. Something to know first.`).join(
          "\n",
        ),
      },
    ],
  },
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "More information needed" }, loading);
    await canvas.findByRole("combobox", { name: "Quarter" }, loading);
    const edge = canvas.getByRole("log").getBoundingClientRect().top;
    await waitFor(() => expect(card.getBoundingClientRect().top - edge).toBeCloseTo(24, 0));
    await waitFor(() =>
      expect(canvas.getByRole("button", { name: "Scroll to the end" })).toBeVisible(),
    );
  },
};

export const ExpiringSoon: Story = {
  args: { ...email, expiresInSeconds: 125 },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("timer", {}, loading)).toHaveTextContent(
      /^Expires in 2:0\d$/,
    );
  },
};

export const Expired: Story = {
  args: { ...email, expiresInSeconds: -1 },
  play: async ({ canvas }) => {
    await canvas.findByText("This request has expired.", {}, loading);
    await expect(canvas.getByRole("button", { name: "Approve" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await expect(canvas.getByRole("button", { name: "Skip" })).not.toHaveAttribute("aria-disabled");
  },
};

/** Shows the controls in all their states. */
export const States: Story = {
  args: { userMessage: "", asks: [] },
  render: () => <StateTable controls={questionControls} />,
};
