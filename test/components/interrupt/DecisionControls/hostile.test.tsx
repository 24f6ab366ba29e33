import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { jsonTextOf } from "../../../../src/protocol/jsonDepth.ts";
import { nestedObject } from "../../../support/nestedJson.ts";
import { type InterruptInput, openInterrupts } from "../openInterrupts.tsx";

const approval: InterruptInput = { reason: "tool_call", toolCallId: "c1" };
const card = () => screen.getByRole("group", { name: "Approval needed" });
const openCall = (name: string, args: string, input: Partial<InterruptInput> = {}) =>
  openInterrupts([{ ...approval, ...input }], { toolCalls: { c1: [name, args] } });

test("an approval shows hidden characters of the name, the arguments and the message", async () => {
  const { thread } = await openCall("read\u200B_fіle", '{"pa\u202Eth":"a\u2066b"}', {
    message: `Read?${"\n".repeat(10_000)}Then delete\u202E all`,
  });
  expect(card()).toHaveTextContent("readU+200B_fі U+0456le");
  expect(card()).toHaveTextContent("PaU+202Eth");
  expect(card()).toHaveTextContent("aU+2066b");
  expect(card()).toHaveTextContent("Read?10,000 blank charactersThen deleteU+202E all");
  const [message] = thread.getSnapshot().messages;
  expect(message).toMatchObject({
    toolCalls: [{ function: { name: "read\u200B_fіle", arguments: '{"pa\u202Eth":"a\u2066b"}' } }],
  });
});

test("an approval shows the ends of a very long tool name, and all of it on demand", async () => {
  const name = `get_${"a".repeat(6_000)}_then_delete`;
  const { press } = await openCall(name, "{}");
  expect(card()).toHaveTextContent("5,936 more characters");
  expect(card()).toHaveTextContent("_then_delete");
  await press("Show 5,936 more characters");
  expect(card()).toHaveTextContent(name);
});

test("an approval shows every value of a key that occurs twice", async () => {
  await openCall("delete_file", '{"path":"/notes/a","\\u0070ath":"/etc"}');
  expect(card()).toHaveTextContent('"path": "/notes/a"');
  expect(card()).toHaveTextContent('"\\u0070ath": "/etc"');
  expect(within(card()).getByText(/A name occurs twice/)).toBeVisible();
});

test("an approval shows what the schema of the answer adds, which is what is sent", async () => {
  const { press, resumed } = await openCall("delete_file", '{"path":"/notes/a"}', {
    responseSchema: {
      type: "object",
      properties: { approved: { type: "boolean" }, everything: { const: true } },
      required: ["approved", "everything"],
    },
  });
  expect(card()).toHaveTextContent("Also sent with “Approve”EverythingYes");
  expect(card()).toHaveTextContent("Also sent with “Deny”EverythingYes");
  await press("Approve");
  expect(await resumed()).toMatchObject([{ payload: { approved: true, everything: true } }]);
});

test("an upload shows what the schema of the answer adds", async () => {
  const file = {
    type: "object",
    properties: { content: { type: "string", contentEncoding: "base64" }, version: { const: 1 } },
    required: ["content", "version"],
  };
  await openInterrupts([
    {
      reason: "upload_required",
      responseSchema: {
        type: "object",
        properties: { file, overwrite: { const: true } },
        required: ["file", "overwrite"],
      },
    },
  ]);
  const card = screen.getByRole("group", { name: "File needed" });
  expect(card).toHaveTextContent("Also sent with “Send answer”Version1OverwriteYes");
});

test("an approval whose answer is only yes or no shows nothing else", async () => {
  await openCall("delete_file", '{"path":"/notes/a"}');
  expect(screen.queryByText(/Also sent/)).not.toBeInTheDocument();
});

test.each([
  ["arguments", { toolCalls: { c1: ["f", jsonTextOf({ a: nestedObject(14_000) })] } }, {}],
  ["a message", {}, { message: jsonTextOf(nestedObject(5_000)) }],
  ["metadata", {}, { metadata: { toolName: "f", tool_input: nestedObject(5_000) } }],
] as const)(
  "an approval with %s of many levels says that they are too deep",
  async (_, scene, input) => {
    const { press, resumed } = await openInterrupts([{ ...approval, ...input }], scene);
    expect(within(card()).getByText("Nested too deeply to show.")).toBeVisible();
    await press("Approve");
    expect(await resumed()).toMatchObject([{ payload: { approved: true } }]);
  },
);
