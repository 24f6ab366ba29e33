import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { MessageItem } from "../../src/components/message/MessageItem.tsx";
import { useMessages } from "../../src/hooks/thread/useMessages.ts";
import type { Message as AnyMessage } from "../../src/protocol/events.ts";
import chunks from "../../test/fixtures/recordings/strands/chunk-events.sse?raw";
import pictureQuestion from "../../test/fixtures/recordings/strands/multimodal.request.json";
import picture from "../../test/fixtures/recordings/strands/multimodal.sse?raw";
import { Conversation, onChatBackground } from "../conversation.tsx";
import { sunOverSea } from "../fixtures.ts";
import { eventsOf, messagesOf } from "../recordings.ts";
import { StateTable } from "../states/StateTable.tsx";
import { systemControls } from "../states/workControls.tsx";

const meta = {
  title: "Messages/Message",
  component: MessageItem,
  decorators: [onChatBackground],
} satisfies Meta<typeof MessageItem>;

export default meta;
type Story = StoryObj<typeof meta>;

export const User: Story = {
  args: { message: { id: "m", role: "user", content: "Two lines,\nas they were typed." } },
};

export const UserWithMedia: Story = {
  args: {
    message: {
      id: "m",
      role: "user",
      content: [
        { type: "text", text: "Where is this?" },
        {
          type: "image",
          source: { type: "data", mimeType: "image/png", value: sunOverSea },
          metadata: { filename: "sea.png" },
        },
        {
          type: "document",
          source: { type: "data", mimeType: "application/pdf", value: "JVBERi0=" },
          metadata: { filename: "terms.pdf" },
        },
      ],
    },
  },
};

export const Assistant: Story = {
  args: { message: { id: "m", role: "assistant", content: "A **bold** answer with `code`." } },
};

export const AssistantWithName: Story = {
  args: { message: { id: "m", role: "assistant", name: "Researcher", content: "I found three." } },
};

export const AssistantStreaming: Story = {
  args: {
    message: { id: "m", role: "assistant", content: "An answer that is **still being wri" },
    isStreaming: true,
  },
};

export const System: Story = {
  args: { message: { id: "m", role: "system", content: "Ada joined the conversation." } },
};

/** Collapses a long note. */
export const Developer: Story = {
  args: {
    message: {
      id: "m",
      role: "developer",
      content: "Answer in one paragraph and name your sources. ".repeat(8),
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByText("Developer"));
    await waitFor(() => expect(canvas.getByText(/name your sources/)).toBeVisible());
  },
};

/** Shows a tool result without a matching call. */
export const Tool: Story = {
  args: { message: { id: "m", role: "tool", toolCallId: "gone", content: '{"sky":"clear"}' } },
};

export const ActivityMessage: Story = {
  args: {
    message: {
      id: "m",
      role: "activity",
      activityType: "SEARCH_PROGRESS",
      content: { query: "ferries", progress: 0.6, sources: ["transtejo.pt", "wikipedia.org"] },
    },
  },
};

export const ReasoningMessage: Story = {
  args: {
    message: { id: "m", role: "reasoning", content: "First the weather, then the ferry." },
    timing: { startedAt: 0, endedAt: 4200 },
  },
};

function LastOf({ who }: { readonly who: AnyMessage["role"] }) {
  const message = useMessages().findLast(({ role }) => role === who);
  return message && <MessageItem message={message} />;
}

/** Recorded: a question about a picture, which the Strands agent sends back without the picture. */
export const QuestionAboutAPicture: Story = {
  args: User.args,
  render: () => (
    <Conversation messages={messagesOf(pictureQuestion)} scripts={[[eventsOf(picture)]]} isStarted>
      <LastOf who="user" />
    </Conversation>
  ),
  play: async ({ canvas }) => {
    await canvas.findByText("what is in this picture?");
  },
};

/** Recorded: an answer of Strands in chunks without an end event. */
export const Unfinished: Story = {
  args: User.args,
  render: () => (
    <Conversation scripts={[[eventsOf(chunks)]]} isStarted>
      <LastOf who="assistant" />
    </Conversation>
  ),
  play: async ({ canvas }) => {
    await canvas.findByText("It is 18°C and sunny in Paris.");
  },
};

export const Dark: Story = { ...User, globals: { theme: "dark" } };

/** Shows the controls in all their states. */
export const States: Story = {
  args: { message: { id: "system", role: "system", content: "" } },
  render: () => <StateTable controls={systemControls} />,
};
