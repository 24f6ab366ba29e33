import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { StateTable } from "../states/StateTable.tsx";
import { approvalControls } from "../states/toolControls.tsx";
import {
  type AgentQuestion,
  email,
  InterruptScreen,
  type InterruptScreenProps,
  loading,
} from "./interruptScreens.tsx";

const meta = {
  title: "Approvals/Approval",
  component: InterruptScreen,
  parameters: { layout: "fullscreen", controlsFromArgs: true },
} satisfies Meta<typeof InterruptScreen>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Shows all arguments before the approval. */
export const Approval: Story = {
  args: email,
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "Approval needed" }, loading);
    await waitFor(() => expect(within(card).getByText("Offsite in June")).toBeVisible());
    await expect(within(card).getByRole("button", { name: "Approve" })).toBeVisible();
  },
};

/** Offers an optional reason for a denial. */
export const Denying: Story = {
  args: email,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Deny" }, loading));
    await expect(canvas.getByRole("textbox", { name: "Reason" })).toHaveFocus();
    await userEvent.keyboard("Wait until the house is booked");
  },
};

/** Edits the arguments of the call in a form that the agent described. */
export const EditingArguments: Story = {
  args: email,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Edit" }, loading));
    const subject = await canvas.findByRole("textbox", { name: "Subject" }, loading);
    await userEvent.clear(subject);
    await userEvent.type(subject, "Offsite: 15 June it is");
    await expect(subject).toHaveValue("Offsite: 15 June it is");
  },
};

export const ApprovedWithChanges: Story = {
  args: email,
  play: async (context) => {
    const { canvas } = context;
    await EditingArguments.play?.(context);
    await userEvent.click(canvas.getByRole("button", { name: "Approve with changes" }));
    await canvas.findByText("All right, that is settled.");
    await expect(canvas.getByText("Approved with changes · Done")).toBeVisible();
  },
};

/** Shows numbers as written when parsing them would change their value. */
export const ExactNumbers: Story = {
  args: {
    ...email,
    userMessage: "Refund the last order",
    text: "I have found it.",
    calls: { c1: ["refund", '{"order":9007199254740993,"note":"Damaged"}'] },
  },
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "Approval needed" }, loading);
    await waitFor(() => expect(within(card).getByText(/9007199254740993/)).toBeVisible());
    await userEvent.click(within(card).getByRole("button", { name: "Edit" }));
    await userEvent.click(within(card).getByRole("button", { name: "Approve with changes" }));
    const field = within(card).getByRole("textbox", { name: "Arguments" });
    await expect(field).toHaveAccessibleDescription(/too long to send exactly/);
  },
};

/** Keeps the buttons in view below many arguments. */
export const ManyArguments: Story = {
  args: {
    ...email,
    calls: {
      c1: [
        "fill_in",
        Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`field_${n}`, `Value ${n}`])),
      ],
    },
    inlineSize: 390,
  },
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "Approval needed" }, loading);
    await waitFor(() =>
      expect(within(card).getByRole("group", { name: "Arguments" })).toBeVisible(),
    );
    await expect(within(card).getByRole("button", { name: "Approve" })).toBeVisible();
  },
};

/** Says above the buttons how much of a long list is hidden, and shows all of it on demand. */
export const LongList: Story = {
  args: {
    ...email,
    userMessage: "Clean up the old drafts",
    text: "I have found 500 old drafts.",
    calls: {
      c1: [
        "delete_files",
        { paths: Array.from({ length: 500 }, (_, n) => `/drafts/2023/plan-${n + 1}.md`) },
      ],
    },
    asks: [
      { id: "i1", reason: "tool_call", toolCallId: "c1", message: "Delete all of these drafts?" },
    ],
    inlineSize: 390,
  },
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "Approval needed" }, loading);
    await within(card).findByText("450 more values are not shown yet.");
    await expect(within(card).getByRole("button", { name: "Approve" })).toHaveAccessibleDescription(
      "450 more values are not shown yet.",
    );
  },
};

/** Says above the buttons of the edit form how much of a long list is hidden. */
export const EditingALongList: Story = {
  args: {
    ...LongList.args,
    asks: [
      {
        id: "i1",
        reason: "tool_call",
        toolCallId: "c1",
        message: "Delete all of these drafts?",
        responseSchema: {
          type: "object",
          properties: {
            approved: { type: "boolean" },
            editedArgs: {
              type: "object",
              properties: {
                paths: { type: "array", items: { type: "string" } },
                note: { type: "string" },
              },
            },
          },
          required: ["approved"],
        },
      },
    ],
  },
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "Approval needed" }, loading);
    await userEvent.click(within(card).getByRole("button", { name: "Edit" }));
    const button = await within(card).findByRole("button", { name: "Approve with changes" });
    await expect(button).toHaveAccessibleDescription("450 more values are not shown yet.");
  },
};

const drafts = Array.from({ length: 40 }, (_, at) => at + 1);

const parallel: InterruptScreenProps = {
  userMessage: "Clean up the old drafts",
  calls: {
    c1: ["delete_file", { path: "/drafts/2023-plan.md" }],
    c2: ["delete_file", { path: "/drafts/2024-plan.md" }],
    c3: ["delete_file", { path: "/drafts/2025-plan.md" }],
  },
  asks: ["c1", "c2", "c3"].map((toolCallId) => ({
    id: `approval_${toolCallId}`,
    reason: "tool_call",
    message: "Approval required to run delete_file",
    toolCallId,
  })),
};

/** Answers three parallel calls in any order. */
export const ParallelApprovals: Story = {
  args: parallel,
  play: async ({ canvas }) => {
    await canvas.findAllByRole("button", { name: "Approve" }, loading);
    await expect(canvas.getAllByRole("button", { name: "Approve" })).toHaveLength(3);
  },
};

/** Approves three calls of one tool at once. */
export const AllApproved: Story = {
  args: parallel,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Approve all (3)" }, loading));
    await canvas.findByText("All right, that is settled.");
    await expect(canvas.getAllByText("Approved · Done")).toHaveLength(3);
  },
};

/** Shows the first of 40 calls of one tool, and the others on demand. */
export const ManyApprovals: Story = {
  args: {
    userMessage: "Delete all drafts",
    calls: Object.fromEntries(
      drafts.map((draft) => [
        `c${draft}`,
        ["delete_file", { path: `/drafts/${draft}.md` }] as const,
      ]),
    ),
    asks: drafts.map((draft) => ({
      id: `approval_${draft}`,
      reason: "tool_call",
      toolCallId: `c${draft}`,
    })),
  },
  play: async ({ canvas }) => {
    await canvas.findByText("20 more tool calls need your input.", {}, loading);
    const all = canvas.getByRole("button", { name: "Approve all (40)" });
    await expect(all).toHaveAccessibleDescription(
      "Other approvals: 20 are included, but not shown yet.",
    );
    await userEvent.click(canvas.getByRole("button", { name: "Show 20 more" }));
    await expect(canvas.getAllByRole("button", { name: "Approve" })).toHaveLength(40);
    await expect(all).not.toHaveAccessibleDescription();
  },
};

export const WaitingForOthers: Story = {
  args: parallel,
  play: async ({ canvas }) => {
    await canvas.findAllByRole("button", { name: "Approve" }, loading);
    await expect(canvas.getAllByRole("button", { name: "Approve" })).toHaveLength(3);
    await userEvent.click(canvas.getAllByRole("button", { name: "Approve" })[0] as HTMLElement);
    await canvas.findByText("Waiting for your other answers", { selector: ".agk-interrupt-note" });
    await expect(canvas.getAllByRole("group", { name: "Approval needed" })[0]).toHaveFocus();
  },
};

/** Changes an answer while other questions are open. */
export const Changing: Story = {
  args: parallel,
  play: async (context) => {
    const { canvas } = context;
    await WaitingForOthers.play?.(context);
    await userEvent.click(canvas.getByRole("button", { name: "Change" }));
    await expect(canvas.getByRole("button", { name: "Keep my answer" })).toBeVisible();
  },
};

/** Shows a problem beside the buttons and keeps the input. */
export const WithProblem: Story = {
  args: {
    ...email,
    asks: [
      {
        ...(email.asks[0] as AgentQuestion),
        responseSchema: {
          type: "object",
          properties: {
            approved: { type: "boolean" },
            reason: { type: "string", minLength: 10 },
          },
          required: ["approved"],
        },
      },
    ],
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Deny" }, loading));
    await userEvent.keyboard("Wait{Enter}");
    await canvas.findByText("Use at least 10 characters.");
    await expect(canvas.getByRole("textbox", { name: "Reason" })).toHaveValue("Wait");
  },
};

/** Folds an answered approval into the row of its call. */
export const Approved: Story = {
  args: email,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Approve" }, loading));
    await canvas.findByText("All right, that is settled.");
    await userEvent.click(canvas.getByText("Approved · Done"));
    const question = canvas.getByText("Send this mail to ann@example.com?");
    await waitFor(() => expect(question).toBeVisible());
  },
};

/** Opens the row of a denied call to the question and the reason. */
export const Denied: Story = {
  args: email,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Deny" }, loading));
    await userEvent.keyboard("Wait until the house is booked{Enter}");
    await canvas.findByText("All right, that is settled.");
    await userEvent.click(canvas.getByText("Denied"));
    const reason = canvas.getByText("Wait until the house is booked");
    await waitFor(() => expect(reason).toBeVisible());
  },
};

/** Shows an approval that was skipped, so that the agent continues without an answer. */
export const Skipped: Story = {
  args: email,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Skip" }, loading));
    await canvas.findByText("All right, that is settled.");
    await expect(canvas.getByText("Skipped")).toBeVisible();
  },
};

export const Narrow: Story = {
  args: { ...email, expiresInSeconds: 1000, inlineSize: 320 },
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "Approval needed" }, loading);
    await waitFor(() => expect(within(card).getByText("Offsite in June")).toBeVisible());
    await expect(card.scrollWidth).toBe(card.clientWidth);
  },
};

export const Dark: Story = {
  args: { ...email, expiresInSeconds: 1000 },
  globals: { theme: "dark" },
  play: async (context) => {
    await Approval.play?.(context);
  },
};

export const RightToLeft: Story = {
  args: {
    userMessage: "احذف المسودة",
    calls: { c1: ["delete_file", { path: "/drafts/plan.md" }] },
    asks: [{ id: "i1", reason: "tool_call", toolCallId: "c1", message: "هل أحذف هذه المسودة؟" }],
    expiresInSeconds: 1000,
  },
  globals: { direction: "rtl" },
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Approve" }, loading);
  },
};

/** Shows the controls in all their states. */
export const States: Story = {
  args: email,
  render: () => <StateTable controls={approvalControls} />,
};
