import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat } from "../src/components/chat/Chat.tsx";
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
import { loading } from "./asking.tsx";
import { Conversation, Page } from "./conversation.tsx";
import { eventsOf, saidIn } from "./recorded.ts";

interface RecordedProps {
  readonly request: Parameters<typeof saidIn>[0];
  /** Answers as they were recorded, one run after the other. */
  readonly answers: readonly string[];
}

/** A chat with a server that asks something: what it sent then, and when it was answered. */
function Recorded({ request, answers }: RecordedProps): React.ReactNode {
  return (
    <Page>
      <Conversation
        messages={saidIn(request)}
        scripts={answers.map((one) => [eventsOf(one)])}
        isStarted
      >
        <Chat />
      </Conversation>
    </Page>
  );
}

const meta = {
  title: "Interrupt/Recorded",
  component: Recorded,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof Recorded>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A reason of the server's own, with the call it is about. Recorded from CopilotKit's runtime. */
export const UnknownReason: Story = {
  args: { request: copilotKitRequest, answers: [copilotKitAsks, copilotKitGoesOn] },
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
  args: { request: strandsRequest, answers: [strandsAsks, strandsGoesOn] },
  play: async ({ canvas }) => {
    const topic = await canvas.findByText("Q2 goals", { selector: ".agk-interrupt *" }, loading);
    await waitFor(() => expect(topic).toBeVisible());
  },
};

/** No message, no schema: what the server knows is all there is to go by. Recorded from LangGraph. */
export const OnlyMetadata: Story = {
  args: { request: langGraphRequest, answers: [langGraphAsks, langGraphGoesOn] },
  play: async ({ canvas }) => {
    await canvas.findByText(/Crack eggs/, {}, loading);
  },
};

/** Recorded: a LangGraph agent of before, which only says that it asks in an event of its own. */
export const LangGraphCommand: Story = {
  args: { request: commandRequest, answers: [commandAsks, commandGoesOn] },
  play: async ({ canvas }) => {
    await canvas.findByText(/Crack eggs/, {}, loading);
    await userEvent.type(canvas.getByRole("textbox", { name: "Your answer" }), "Bake");
    await userEvent.click(canvas.getByRole("button", { name: "Send answer" }));
    await canvas.findByText(/^You said: .The user selected: Bake/, { selector: "p" }, loading);
  },
};

/** Recorded: TanStack's server wants a word for each of two calls; one is approved, and one is not. */
export const TanStackApprovals: Story = {
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

/** Recorded: an agent of Strands gives its question as the reason, without a word of the call it is about. */
export const StrandsQuestion: Story = {
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
