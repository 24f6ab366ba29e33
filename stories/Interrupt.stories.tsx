import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat } from "../src/components/Chat.tsx";
import type { EventInput } from "../src/protocol/events.ts";
import { runFinished, runStarted } from "../src/testing/steps.ts";
import copilotKitRequest from "../test/fixtures/recordings/copilotkit/interrupt-resume.1.request.json";
import copilotKitAsks from "../test/fixtures/recordings/copilotkit/interrupt-resume.1.sse?raw";
import copilotKitGoesOn from "../test/fixtures/recordings/copilotkit/interrupt-resume.2.sse?raw";
import commandRequest from "../test/fixtures/recordings/langgraph/interrupt-legacy-command-resume.1.request.json";
import commandAsks from "../test/fixtures/recordings/langgraph/interrupt-legacy-command-resume.1.sse?raw";
import commandGoesOn from "../test/fixtures/recordings/langgraph/interrupt-legacy-command-resume.2.sse?raw";
import langGraphRequest from "../test/fixtures/recordings/langgraph/interrupt-resume.1.request.json";
import langGraphAsks from "../test/fixtures/recordings/langgraph/interrupt-resume.1.sse?raw";
import langGraphGoesOn from "../test/fixtures/recordings/langgraph/interrupt-resume.2.sse?raw";
import strandsRequest from "../test/fixtures/recordings/strands/interrupt-resume.1.request.json";
import strandsAsks from "../test/fixtures/recordings/strands/interrupt-resume.1.sse?raw";
import strandsGoesOn from "../test/fixtures/recordings/strands/interrupt-resume.2.sse?raw";
import questionRequest from "../test/fixtures/recordings/strands/interrupt-two.1.request.json";
import questionAsks from "../test/fixtures/recordings/strands/interrupt-two.1.sse?raw";
import questionGoesOn from "../test/fixtures/recordings/strands/interrupt-two.2.sse?raw";
import approvalRequest from "../test/fixtures/recordings/tanstack/server-0.58/interrupt-approval-with-parent.1.request.json";
import approvalAsks from "../test/fixtures/recordings/tanstack/server-0.58/interrupt-approval-with-parent.1.sse?raw";
import approvalGoesOn from "../test/fixtures/recordings/tanstack/server-0.58/interrupt-approval-with-parent.2.sse?raw";
import { Conversation, Page } from "./conversation.tsx";
import { eventsOf, saidIn } from "./recorded.ts";

interface Asked {
  readonly id: string;
  readonly reason: string;
  readonly message?: string;
  readonly toolCallId?: string;
  readonly responseSchema?: Record<string, unknown>;
  readonly expiresAt?: string;
  readonly metadata?: Record<string, unknown>;
}

interface ScreenProps {
  /** What the person said. */
  readonly said: string;
  /** What the agent said before it asked. */
  readonly text?: string;
  readonly calls?: Readonly<Record<string, readonly [name: string, args: unknown]>>;
  readonly asks: readonly Asked[];
  /** In how many seconds from now all of it expires. */
  readonly expiresInSeconds?: number;
  readonly inlineSize?: number;
}

const answer: EventInput = {
  type: "TEXT_MESSAGE_CHUNK",
  messageId: "settled",
  role: "assistant",
  delta: "All right, that is settled.",
};

/** A chat whose agent asks something, and goes on when it is answered. */
function Screen({
  said,
  text,
  calls = {},
  asks,
  expiresInSeconds,
  inlineSize,
}: ScreenProps): React.ReactNode {
  const events = Object.entries(calls).map(
    ([toolCallId, [toolCallName, args]]): EventInput => ({
      type: "TOOL_CALL_CHUNK",
      toolCallId,
      toolCallName,
      parentMessageId: "answer",
      delta: typeof args === "string" ? args : JSON.stringify(args),
    }),
  );
  const opening: EventInput[] = text
    ? [{ type: "TEXT_MESSAGE_CHUNK", messageId: "answer", role: "assistant", delta: text }]
    : [];
  const results = Object.keys(calls).map(
    (toolCallId): EventInput => ({
      type: "TOOL_CALL_RESULT",
      messageId: `${toolCallId}-result`,
      toolCallId,
      content: "Understood.",
    }),
  );
  const interrupts = asks.map((one) =>
    expiresInSeconds === undefined
      ? one
      : { ...one, expiresAt: new Date(Date.now() + expiresInSeconds * 1000).toISOString() },
  );
  return (
    <Page {...(inlineSize !== undefined && { inlineSize })}>
      <Conversation
        messages={[{ id: "said", role: "user", content: said }]}
        scripts={[
          [
            runStarted(),
            ...opening,
            ...events,
            runFinished({ outcome: { type: "interrupt", interrupts } }),
          ],
          [runStarted(), ...results, answer, runFinished()],
        ]}
        isStarted
      >
        <Chat />
      </Conversation>
    </Page>
  );
}

const meta = {
  title: "Interrupt",
  component: Screen,
  parameters: { layout: "fullscreen" },
  // What is recorded brings its own.
  args: { said: "", asks: [] },
} satisfies Meta<typeof Screen>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Cards and forms are loaded when they are first shown. */
const loading = { timeout: 10_000 };

const emailArgs = {
  to: "ann@example.com",
  subject: "Offsite in June",
  body: "Hello Ann,\n\nthe week of 15 June works for everybody. Shall I book the house by the lake?",
};

const email: ScreenProps = {
  said: "Tell Ann that the week of 15 June works",
  text: "I have written a short mail to Ann.",
  calls: { c1: ["send_email", emailArgs] },
  asks: [
    {
      id: "i1",
      reason: "tool_call",
      toolCallId: "c1",
      message: "Send this mail to ann@example.com?",
      responseSchema: {
        type: "object",
        properties: {
          approved: { type: "boolean" },
          editedArgs: {
            type: "object",
            properties: {
              to: { type: "string", format: "email" },
              subject: { type: "string", maxLength: 60 },
              body: { type: "string", format: "textarea" },
            },
            required: ["to", "subject", "body"],
          },
        },
        required: ["approved"],
      },
    },
  ],
};

/** Everything is in sight before it is approved. */
export const Approval: Story = {
  args: email,
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "Approval needed" }, loading);
    await waitFor(() => expect(within(card).getByText("Offsite in June")).toBeVisible());
    await expect(within(card).getByRole("button", { name: "Approve" })).toBeVisible();
  },
};

/** A denial may say why. */
export const Denying: Story = {
  args: email,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Deny" }, loading));
    await expect(canvas.getByRole("textbox", { name: "Reason" })).toHaveFocus();
    await userEvent.keyboard("Wait until the house is booked");
  },
};

/** The arguments of the call, in a form that the agent has described. */
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

/** A number that would become another one as a value: what was written is what one sees. */
export const ExactNumbers: Story = {
  args: {
    ...email,
    said: "Refund the last order",
    text: "I have found it.",
    calls: { c1: ["refund", '{"order":9007199254740993,"note":"Damaged"}'] },
  },
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "Approval needed" }, loading);
    await waitFor(() => expect(within(card).getByText(/9007199254740993/)).toBeVisible());
    await userEvent.click(within(card).getByRole("button", { name: "Edit" }));
    await userEvent.click(within(card).getByRole("button", { name: "Approve with changes" }));
    const field = within(card).getByRole("textbox", { name: "Arguments" });
    await expect(field).toHaveAccessibleDescription(/too many digits/);
  },
};

/** However much it is, the buttons stay in reach. */
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

const parallel: ScreenProps = {
  said: "Clean up the old drafts",
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

/** Three calls at once, answered in any order. */
export const ParallelApprovals: Story = {
  args: parallel,
  play: async ({ canvas }) => {
    await canvas.findAllByRole("button", { name: "Approve" }, loading);
    await expect(canvas.getAllByRole("button", { name: "Approve" })).toHaveLength(3);
  },
};

const confirmation: ScreenProps = {
  said: "Cancel my subscription",
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

const input: ScreenProps = {
  said: "File the quarterly report",
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
    said: "I want my money back for the train",
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

/** Answers as they were recorded, one run after the other. */
const recorded = (
  request: Parameters<typeof saidIn>[0],
  ...answers: readonly string[]
): Pick<Story, "render"> => ({
  render: () => (
    <Page>
      <Conversation
        messages={saidIn(request)}
        scripts={answers.map((one) => [eventsOf(one)])}
        isStarted
      >
        <Chat />
      </Conversation>
    </Page>
  ),
});

/** A reason of the server's own, with the call it is about. Recorded from CopilotKit's runtime. */
export const UnknownReason: Story = {
  ...recorded(copilotKitRequest, copilotKitAsks, copilotKitGoesOn),
  play: async ({ canvas }) => {
    await userEvent.type(
      await canvas.findByRole("textbox", { name: "Your answer" }, loading),
      "Thursday at ten",
    );
    await userEvent.click(canvas.getByRole("button", { name: "Send answer" }));
    await canvas.findByText("The meeting is settled.");
    await expect(canvas.getByText("Answered")).toBeVisible();
  },
};

/** A message that is JSON in a string, as Strands sends one. Recorded. */
export const JsonMessage: Story = {
  ...recorded(strandsRequest, strandsAsks, strandsGoesOn),
  play: async ({ canvas }) => {
    const topic = await canvas.findByText("Q2 goals", { selector: ".agk-interrupt *" }, loading);
    await waitFor(() => expect(topic).toBeVisible());
  },
};

/** No message, no schema: what the server knows is all there is to go by. Recorded from LangGraph. */
export const OnlyMetadata: Story = {
  ...recorded(langGraphRequest, langGraphAsks, langGraphGoesOn),
  play: async ({ canvas }) => {
    await canvas.findByText(/Crack eggs/, {}, loading);
  },
};

/** Recorded: a LangGraph agent of before, which only says that it asks in an event of its own. */
export const LangGraphCommand: Story = {
  ...recorded(commandRequest, commandAsks, commandGoesOn),
  play: async ({ canvas }) => {
    await canvas.findByText(/Crack eggs/, {}, loading);
    await userEvent.type(canvas.getByRole("textbox", { name: "Your answer" }), "Bake");
    await userEvent.click(canvas.getByRole("button", { name: "Send answer" }));
    await canvas.findByText(/^You said: .The user selected: Bake/, { selector: "p" }, loading);
  },
};

/** Recorded: TanStack's server wants a word for each of two calls; one is approved, and one is not. */
export const TanStackApprovals: Story = {
  ...recorded(approvalRequest, approvalAsks, approvalGoesOn),
  play: async ({ canvas }) => {
    await canvas.findAllByRole("button", { name: "Approve" }, loading);
    const [first, second] = canvas.getAllByRole("group", { name: "Approval needed" });
    if (!first || !second) throw new Error("Two calls ask");
    await userEvent.click(within(first).getByRole("button", { name: "Approve" }));
    await userEvent.click(within(second).getByRole("button", { name: "Deny" }));
    await userEvent.click(within(second).getByRole("button", { name: "Deny" }));
    await canvas.findByText("Both files were handled.", {}, loading);
  },
};

/** Recorded: an agent of Strands gives its question as the reason, without a word of the call it is about. */
export const StrandsQuestion: Story = {
  ...recorded(questionRequest, questionAsks, questionGoesOn),
  play: async ({ canvas }) => {
    const question = await canvas.findByText(
      "Delete /dat/b?",
      { selector: ".agk-interrupt *" },
      loading,
    );
    await waitFor(() => expect(question).toBeVisible());
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
    await canvas.findByText("The time to answer is over. This can only be cancelled.", {}, loading);
    await expect(canvas.getByRole("button", { name: "Approve" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await expect(canvas.getByRole("button", { name: "Cancel" })).not.toHaveAttribute(
      "aria-disabled",
    );
  },
};

/** What stays of it, as history. */
export const Answered: Story = {
  args: email,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Deny" }, loading));
    await userEvent.keyboard("Wait until the house is booked{Enter}");
    await canvas.findByText("All right, that is settled.");
    await userEvent.click(canvas.getAllByText("Denied").at(-1) as HTMLElement);
    const question = await canvas.findByText("Send this mail to ann@example.com?", {
      selector: "p",
    });
    await waitFor(() => expect(question).toBeVisible());
  },
};

export const WaitingForOthers: Story = {
  args: parallel,
  play: async ({ canvas }) => {
    await canvas.findAllByRole("button", { name: "Approve" }, loading);
    await expect(canvas.getAllByRole("button", { name: "Approve" })).toHaveLength(3);
    await userEvent.click(canvas.getAllByRole("button", { name: "Approve" })[0] as HTMLElement);
    await canvas.findByText("Waits for the other answers", { selector: ".agk-interrupt-note" });
    await expect(canvas.getAllByRole("group", { name: "Approval needed" })[0]).toHaveFocus();
  },
};

/** What is wrong is said beside the buttons, and nothing is lost. */
export const WithProblem: Story = {
  args: {
    ...email,
    asks: [
      {
        ...(email.asks[0] as Asked),
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
    await canvas.findByText("Write at least 10 characters.");
    await expect(canvas.getByRole("textbox", { name: "Reason" })).toHaveValue("Wait");
  },
};

/** It does not fit: it begins at its top, and the button leads to its end. */
export const TallerThanTheView: Story = {
  args: {
    ...input,
    asks: [
      {
        ...(input.asks[0] as Asked),
        message: Array.from({ length: 24 }, (_, n) => `${n + 1}. Something to know first.`).join(
          "\n",
        ),
      },
    ],
  },
  play: async ({ canvas }) => {
    const card = await canvas.findByRole("group", { name: "Some details are needed" }, loading);
    await canvas.findByRole("combobox", { name: "Quarter" }, loading);
    const edge = canvas.getByRole("log").getBoundingClientRect().top;
    await waitFor(() => expect(card.getBoundingClientRect().top - edge).toBeCloseTo(8, 0));
    await waitFor(() =>
      expect(canvas.getByRole("button", { name: "Scroll to the end" })).toBeVisible(),
    );
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
    said: "احذف المسودة",
    calls: { c1: ["delete_file", { path: "/drafts/plan.md" }] },
    asks: [{ id: "i1", reason: "tool_call", toolCallId: "c1", message: "هل أحذف هذه المسودة؟" }],
    expiresInSeconds: 1000,
  },
  globals: { direction: "rtl" },
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Approve" }, loading);
  },
};
