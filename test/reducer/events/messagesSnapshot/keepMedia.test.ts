import { describe, expect, test } from "vitest";
import type { ContentPart, Message } from "../../../../src/core.ts";
import { assistant, messages, started } from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";
import { withCalls } from "../statedMessages.ts";

const image: ContentPart = {
  type: "image",
  source: { type: "data", value: "iVBORw0KGgo=", mimeType: "image/png" },
};
const text = (words: string): ContentPart => ({ type: "text", text: words });
const sent = (...content: ContentPart[]): Message => ({ id: "u1", role: "user", content });

describe("a snapshot that states the text of a message without its media", () => {
  test.each<[string, Message, Message]>([
    ["a text", sent(text("Look"), image), { id: "u1", role: "user", content: "Look" }],
    ["several texts", sent(text("Look"), image, text("here")), sent(text("Look here"))],
    ["an image alone", sent(image), { id: "u1", role: "user", content: "" }],
    ["another id", sent(text("Look"), image), { id: "server-1", role: "user", content: "Look" }],
  ])("keeps the attachments of the user: %s", (_, message, stated) => {
    const snapshot = reduce(
      thread({ messages: [message] }),
      started(),
      messages([stated, assistant("a1", "A cat.")]),
    );
    expect(snapshot.messages).toMatchObject([
      { id: stated.id, content: message.content },
      { id: "a1" },
    ]);
  });

  test("keeps the media of a result", () => {
    const result: Message = {
      id: "t1",
      role: "tool",
      toolCallId: "c1",
      content: [text("1"), image],
    };
    const history = [sent(text("Draw")), withCalls("m1", "c1")];
    const stated: Message = { ...result, content: "1" };
    const snapshot = reduce(
      thread({ messages: [...history, result] }),
      started(),
      messages([...history, stated]),
    );
    expect(snapshot.messages.at(-1)).toEqual(result);
  });

  test.each<[string, Message]>([
    ["another text", { id: "u1", role: "user", content: "Never mind" }],
    ["other media", sent(text("Look"), { ...image, type: "document" } as ContentPart)],
  ])("takes over %s", (_, stated) => {
    const snapshot = reduce(
      thread({ messages: [sent(text("Look"), image)] }),
      started(),
      messages([stated]),
    );
    expect(snapshot.messages).toEqual([stated]);
  });
});
