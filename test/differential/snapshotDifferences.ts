import { expect } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { assistant } from "../reducer/events.ts";
import { resultEvent, searchCall, single, snapshot, wholeText } from "./build.ts";
import { type Difference, tool, user, withCall } from "./differenceParts.ts";

const called = searchCall("c1", { parentMessageId: "m1" });
/** Returns a text in two parts, with a snapshot between them. */
const interruptedText = (first: string, stated: readonly Message[], second: string) => {
  const [beginning, rest] = [wholeText("m1", first), wholeText("m1", second)];
  return single(...beginning.slice(0, 2), snapshot(stated), ...rest.slice(1));
};
const withArguments = (args: string) =>
  withCall("m1", "c1", {
    toolCalls: [{ id: "c1", type: "function", function: { name: "search", arguments: args } }],
  });

const withImage: Message = {
  id: "u1",
  role: "user",
  content: [
    { type: "text", text: "Look" },
    { type: "image", source: { type: "data", value: "iVBORw0KGgo=", mimeType: "image/png" } },
  ],
};

const withFields: Message = {
  id: "m1",
  role: "assistant",
  content: "Hm",
  name: "Ada",
  encryptedValue: "x",
};

/** Differences in what a run has streamed when a messages snapshot was taken earlier, or is ahead of the stream. */
export const snapshotDifferences: Readonly<Record<string, Difference>> = {
  "text that streams while a snapshot lacks it continues": {
    conversation: interruptedText("Hel", [user], "lo"),
    ours: { messages: [user, assistant("m1", "Hello")] },
    theirs: { messages: [user] },
  },
  "text in chunks that another event interrupts continues while a snapshot lacks it": {
    conversation: single(
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" },
      { type: "CUSTOM", name: "note", value: null },
      snapshot([user]),
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "lo" },
    ),
    ours: { messages: [user, assistant("m1", "Hello")] },
    theirs: { messages: [user, assistant("m1", "lo")] },
  },
  "a call in chunks that another event interrupts continues while a snapshot lacks it": {
    conversation: single(
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "search", delta: '{"q":' },
      { type: "CUSTOM", name: "note", value: null },
      snapshot([user]),
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "search", delta: "1}" },
    ),
    ours: { messages: [user, withCall("c1", "c1")] },
    theirs: {
      messages: [
        user,
        expect.objectContaining({
          toolCalls: [expect.objectContaining({ function: { name: "search", arguments: "1}" } })],
        }),
      ],
    },
  },
  "text that a snapshot has stated in advance is not doubled": {
    conversation: interruptedText("He", [assistant("m1", "Hello")], "llo"),
    ours: { messages: [assistant("m1", "Hello")] },
    theirs: { messages: [assistant("m1", "Hellollo")] },
  },
  "arguments that a snapshot has stated in advance are not doubled": {
    conversation: single(
      ...called.slice(0, 2),
      snapshot([withArguments('{"q":1}')]),
      ...called.slice(2),
    ),
    ours: { messages: [withArguments('{"q":1}')] },
    theirs: { messages: [withArguments('{"q":1}1}')] },
  },
  "a result of the server stays when a snapshot states its call without it": {
    conversation: single(...called, resultEvent("t1", "c1"), snapshot([withCall("m1", "c1")])),
    ours: { messages: [withCall("m1", "c1"), tool("t1", "c1")] },
    theirs: { messages: [withCall("m1", "c1")] },
  },
  "media of a message stay when a snapshot states its text alone": {
    conversation: {
      initialMessages: [withImage],
      ...single(snapshot([{ id: "u1", role: "user", content: "Look" }])),
    },
    ours: { messages: [withImage] },
    theirs: { messages: [{ id: "u1", role: "user", content: "Look" }] },
  },
  "text that a snapshot leaves out stays, and an empty delta adds nothing to it": {
    conversation: interruptedText("Hello", [{ id: "m1", role: "assistant" }], ""),
    ours: { messages: [assistant("m1", "Hello")] },
    theirs: { messages: [assistant("m1", "")] },
  },
  "text that a snapshot leaves out stays, and later text continues it": {
    conversation: interruptedText("Hello", [{ id: "m1", role: "assistant" }], "!"),
    ours: { messages: [assistant("m1", "Hello!")] },
    theirs: { messages: [assistant("m1", "!")] },
  },
  "the name and the encrypted value of a message stay when a snapshot lacks them": {
    conversation: {
      initialMessages: [withFields],
      ...single(snapshot([assistant("m1", "Hm")])),
    },
    ours: {
      messages: [withFields],
    },
    theirs: { messages: [assistant("m1", "Hm")] },
  },
  "the encrypted value of a call stays when a snapshot lacks it": {
    conversation: single(
      ...called,
      {
        type: "REASONING_ENCRYPTED_VALUE",
        subtype: "tool-call",
        entityId: "c1",
        encryptedValue: "x",
      },
      snapshot([withCall("m1", "c1")]),
    ),
    ours: {
      messages: [
        expect.objectContaining({ toolCalls: [expect.objectContaining({ encryptedValue: "x" })] }),
      ],
    },
    theirs: { messages: [withCall("m1", "c1")] },
  },
  "arguments stay when a snapshot has only their beginning": {
    conversation: single(...called, snapshot([withArguments('{"q"')])),
    ours: { messages: [withArguments('{"q":1}')] },
    theirs: { messages: [withArguments('{"q"')] },
  },
};
