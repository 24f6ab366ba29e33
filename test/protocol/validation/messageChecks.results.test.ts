import { describe, expect, test } from "vitest";
import { type Fields, playStream } from "../lenientStreams.ts";

/** Plays a call and its result; returns the tool message and the call. */
async function playResult(fields: Fields) {
  const { snapshot } = await playStream([
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", ...fields },
  ]);
  return {
    content: snapshot.messages.find(({ role }) => role === "tool")?.content,
    call: snapshot.toolCalls.c1,
  };
}

const png = {
  type: "image",
  source: { type: "data", value: "aGk=", mimeType: "image/png" },
};

describe("media of Python servers", () => {
  test.each<[string, Fields, Fields]>([
    ["`mime_type`", { type: "image", data: "aGk=", mime_type: "image/png" }, png],
    [
      "`source_type`",
      { type: "image", source_type: "base64", data: "aGk=", mime_type: "image/png" },
      png,
    ],
    ["`base64`", { type: "image", base64: "aGk=", mime_type: "image/png" }, png],
    ["`binary`", { type: "binary", data: "aGk=", mime_type: "image/png" }, png],
    [
      "a `source` in snake case",
      { type: "image", source: { type: "data", value: "aGk=", mime_type: "image/png" } },
      png,
    ],
    [
      "the id of a file",
      { type: "image", source_type: "id", id: "f1" },
      { type: "image", source: { type: "file", value: "f1" } },
    ],
    [
      "`file_id`",
      { type: "file", file_id: "f1", mime_type: "application/pdf" },
      { type: "document", source: { type: "file", value: "f1", mimeType: "application/pdf" } },
    ],
    [
      "text of a file",
      { type: "file", source_type: "text", text: "Hi" },
      { type: "text", text: "Hi" },
    ],
    ["plain text", { type: "text-plain", text: "Hi" }, { type: "text", text: "Hi" }],
  ])("are read with %s, in results and in messages", async (_, part, expected) => {
    expect((await playResult({ content: [part] })).content).toEqual([expected]);
    const user = { id: "u1", role: "user", content: [part] };
    const { snapshot } = await playStream([{ type: "MESSAGES_SNAPSHOT", messages: [user] }]);
    expect(snapshot.messages[0]?.content).toEqual([expected]);
  });
});

describe("a result whose flag says that its call failed", () => {
  const content = [{ type: "text", text: "no such file" }];
  const failed = { status: "failed", error: "no such file" };

  test.each<[string, Fields]>([
    ["an object of MCP", { content: { content, isError: true } }],
    ["an object of MCP under `result`", { result: { content, is_error: true } }],
    ["`isError` on the event", { content, isError: true }],
    ["`is_error` on the event", { content: "no such file", is_error: true }],
    ["the status of LangChain on the event", { content: "no such file", status: "error" }],
    ["the state of the AI SDK on the event", { content: "no such file", state: "output-error" }],
    ["`success` on the event", { content: "no such file", success: false }],
  ])("fails its call: %s", async (_, fields) => {
    expect((await playResult(fields)).call).toMatchObject(failed);
  });

  test("fails its call in a snapshot of the messages", async () => {
    const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
    const { snapshot } = await playStream([
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "m1", role: "assistant", toolCalls: [call] },
          { id: "t1", role: "tool", tool_call_id: "c1", content: "no such file", status: "error" },
        ],
      },
    ]);
    expect(snapshot.toolCalls.c1).toMatchObject(failed);
  });

  test.each<[string, Fields]>([
    ["a flag that is false", { content: { content, isError: false } }],
    ["another status", { content: "ok", status: "success" }],
    ["data with a status of its own", { content: { status: "error" } }],
  ])("completes its call: %s", async (_, fields) => {
    expect((await playResult(fields)).call?.status).toBe("complete");
  });
});

describe("a result with an `error` that means that there is none", () => {
  const noErrors = [
    ...["", " ", "none", "No error", null, false, 0, [], {}],
    ...[[null], { message: "" }, { code: 0, message: "OK" }, { error: {}, code: null }],
  ];

  test.each(noErrors)("completes its call without an error: %j", async (error) => {
    const streamed = await playStream([
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f", parentMessageId: "m1" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "3 rows", error },
    ]);
    const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
    const stated = await playStream([
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "m1", role: "assistant", toolCalls: [call] },
          { id: "t1", role: "tool", toolCallId: "c1", content: "3 rows", error },
        ],
      },
    ]);
    for (const { snapshot } of [streamed, stated]) {
      expect(snapshot.toolCalls.c1?.status).toBe("complete");
      expect(snapshot.toolCalls.c1).not.toHaveProperty("error");
      expect(snapshot.messages.at(-1)).not.toHaveProperty("error");
    }
  });

  test.each([
    ["not found", "not found"],
    [{ message: "not found" }, "not found"],
    [{ code: 404 }, '{"code":404}'],
    [{ code: 5, message: "" }, '{"code":5,"message":""}'],
    [{ message: "", detail: "not found" }, "not found"],
    [true, "true"],
  ])("fails its call with any other error: %j", async (error, text) => {
    const { call } = await playResult({ content: "", error });
    expect(call).toMatchObject({ status: "failed", error: text });
  });
});

test.each([null, undefined, ""])(
  "a snapshot with the content %j keeps the result of the stream",
  async (content) => {
    const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
    const { snapshot } = await playStream([
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f", parentMessageId: "a1" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "42", isError: true },
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "a1", role: "assistant", toolCalls: [call] },
          { id: "t1", role: "tool", toolCallId: "c1", content },
        ],
      },
    ]);
    const result = snapshot.messages.find(({ role }) => role === "tool");
    expect(result).toMatchObject({ content: "42", metadata: { isError: true } });
  },
);
