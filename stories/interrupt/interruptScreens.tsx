import { Chat } from "../../src/components/chat/Chat.tsx";
import type { EventInput } from "../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import { Conversation, Page } from "../conversation.tsx";

export interface AgentQuestion {
  readonly id: string;
  readonly reason: string;
  readonly message?: string;
  readonly toolCallId?: string;
  readonly responseSchema?: Record<string, unknown>;
  readonly expiresAt?: string;
  readonly metadata?: Record<string, unknown>;
}

export interface InterruptScreenProps {
  readonly userMessage: string;
  /** The agent's text before the question. */
  readonly text?: string;
  readonly calls?: Readonly<Record<string, readonly [name: string, args: unknown]>>;
  readonly asks: readonly AgentQuestion[];
  /** Seconds until all questions expire. */
  readonly expiresInSeconds?: number;
  readonly inlineSize?: number;
}

const answer: EventInput = {
  type: "TEXT_MESSAGE_CHUNK",
  messageId: "settled",
  role: "assistant",
  delta: "All right, that is settled.",
};

/** Renders a chat whose agent asks a question and continues after the answer. */
export function InterruptScreen({
  inlineSize,
  ...conversation
}: InterruptScreenProps): React.ReactNode {
  const { userMessage, text, calls = {}, asks, expiresInSeconds } = conversation;
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
        // Edited args need a thread that plays them from the start.
        key={JSON.stringify(conversation)}
        messages={[{ id: "user-1", role: "user", content: userMessage }]}
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

/** Timeout for cards and forms that are loaded when they are first shown. */
export const loading = { timeout: 10_000 };

const emailArgs = {
  to: "ann@example.com",
  subject: "Offsite in June",
  body: "Hello Ann,\n\nthe week of 15 June works for everybody. Shall I book the house by the lake?",
};

/** A mail that waits for the user's approval. */
export const email: InterruptScreenProps = {
  userMessage: "Tell Ann that the week of 15 June works",
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
