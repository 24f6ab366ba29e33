import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import copilotKitRequest from "../../test/fixtures/recordings/copilotkit/interrupt-resume.1.request.json";
import copilotKitAsks from "../../test/fixtures/recordings/copilotkit/interrupt-resume.1.sse?raw";
import copilotKitGoesOn from "../../test/fixtures/recordings/copilotkit/interrupt-resume.2.sse?raw";
import commandRequest from "../../test/fixtures/recordings/langgraph/interrupt-legacy-command-resume.1.request.json";
import commandAsks from "../../test/fixtures/recordings/langgraph/interrupt-legacy-command-resume.1.sse?raw";
import commandGoesOn from "../../test/fixtures/recordings/langgraph/interrupt-legacy-command-resume.2.sse?raw";
import langGraphRequest from "../../test/fixtures/recordings/langgraph/interrupt-resume.1.request.json";
import langGraphAsks from "../../test/fixtures/recordings/langgraph/interrupt-resume.1.sse?raw";
import langGraphGoesOn from "../../test/fixtures/recordings/langgraph/interrupt-resume.2.sse?raw";
import strandsRequest from "../../test/fixtures/recordings/strands/interrupt-resume.1.request.json";
import strandsAsks from "../../test/fixtures/recordings/strands/interrupt-resume.1.sse?raw";
import strandsGoesOn from "../../test/fixtures/recordings/strands/interrupt-resume.2.sse?raw";
import questionRequest from "../../test/fixtures/recordings/strands/interrupt-two.1.request.json";
import questionAsks from "../../test/fixtures/recordings/strands/interrupt-two.1.sse?raw";
import questionGoesOn from "../../test/fixtures/recordings/strands/interrupt-two.2.sse?raw";
import approvalRequest from "../../test/fixtures/recordings/tanstack/server-0.58/interrupt-approval-with-parent.1.request.json";
import approvalAsks from "../../test/fixtures/recordings/tanstack/server-0.58/interrupt-approval-with-parent.1.sse?raw";
import approvalGoesOn from "../../test/fixtures/recordings/tanstack/server-0.58/interrupt-approval-with-parent.2.sse?raw";
import { Conversation, Page } from "../conversation.tsx";
import { eventsOf, messagesOf } from "../recordings.ts";
import { loading } from "./interruptScreens.tsx";

interface RecordedProps {
  readonly request: Parameters<typeof messagesOf>[0];
  /** The recorded answers, one per run. */
  readonly answers: readonly string[];
}

/** Renders a chat with a recorded server that asks a question and continues after the answer. */
function Recorded({ request, answers }: RecordedProps): React.ReactNode {
  return (
    <Page>
      <Conversation
        key={JSON.stringify([request, answers])}
        messages={messagesOf(request)}
        scripts={answers.map((one) => [eventsOf(one)])}
        isStarted
      >
        <Chat />
      </Conversation>
    </Page>
  );
}

const meta = {
  title: "Approvals/Other questions",
  component: Recorded,
  parameters: { layout: "fullscreen", controlsFromArgs: true },
} satisfies Meta<typeof Recorded>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Recorded: CopilotKit's runtime sends a custom reason with its tool call. */
export const UnknownReason: Story = {
  args: { request: copilotKitRequest, answers: [copilotKitAsks, copilotKitGoesOn] },
  play: async ({ canvas }) => {
    await userEvent.type(
      await canvas.findByRole("textbox", { name: "Your answer" }, loading),
      "Thursday at ten",
    );
    await userEvent.click(canvas.getByRole("button", { name: "Send answer" }));
    await canvas.findByText("The meeting is settled.");
    await expect(canvas.getByText(/^Answered/)).toBeVisible();
  },
};

/** Recorded: Strands sends a message that is JSON in a string. */
export const JsonMessage: Story = {
  args: { request: strandsRequest, answers: [strandsAsks, strandsGoesOn] },
  play: async ({ canvas }) => {
    const topic = await canvas.findByText("Q2 goals", { selector: ".agk-interrupt *" }, loading);
    await waitFor(() => expect(topic).toBeVisible());
  },
};

/** Recorded: LangGraph sends metadata without a message or a schema. */
export const DetailsOnly: Story = {
  args: { request: langGraphRequest, answers: [langGraphAsks, langGraphGoesOn] },
  play: async ({ canvas }) => {
    await canvas.findByText(/Crack eggs/, {}, loading);
  },
};

/** Recorded: an older LangGraph agent asks through a custom event only. */
export const PlainQuestion: Story = {
  args: { request: commandRequest, answers: [commandAsks, commandGoesOn] },
  play: async ({ canvas }) => {
    await canvas.findByText(/Crack eggs/, {}, loading);
    await userEvent.type(canvas.getByRole("textbox", { name: "Your answer" }), "Bake");
    await userEvent.click(canvas.getByRole("button", { name: "Send answer" }));
    await canvas.findByText(/^You said: .The user selected: Bake/, { selector: "p" }, loading);
  },
};

/** Recorded: TanStack's server asks for approval of two calls; the user approves one and denies the other. */
export const ApprovedAndDenied: Story = {
  args: { request: approvalRequest, answers: [approvalAsks, approvalGoesOn] },
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

/** Recorded: a Strands agent sends its question as the reason, without the tool call. */
export const Question: Story = {
  args: { request: questionRequest, answers: [questionAsks, questionGoesOn] },
  play: async ({ canvas }) => {
    const question = await canvas.findByText(
      "Delete /dat/b?",
      { selector: ".agk-interrupt *" },
      loading,
    );
    await waitFor(() => expect(question).toBeVisible());
  },
};
