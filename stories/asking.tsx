import { Chat } from "../src/components/chat/Chat.tsx";
import type { EventInput } from "../src/protocol/events.ts";
import { runFinished, runStarted } from "../src/testing/steps.ts";
import { Conversation, Page } from "./conversation.tsx";

/** What an agent asks. */
export interface Asked {
  readonly id: string;
  readonly reason: string;
  readonly message?: string;
  readonly toolCallId?: string;
  readonly responseSchema?: Record<string, unknown>;
  readonly expiresAt?: string;
  readonly metadata?: Record<string, unknown>;
}

export interface ScreenProps {
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
export function Screen({
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

/** Cards and forms are loaded when they are first shown. */
export const loading = { timeout: 10_000 };

const emailArgs = {
  to: "ann@example.com",
  subject: "Offsite in June",
  body: "Hello Ann,\n\nthe week of 15 June works for everybody. Shall I book the house by the lake?",
};

/** A mail that is not sent before a person has said so. */
export const email: ScreenProps = {
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
