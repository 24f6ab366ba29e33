import { expect, test } from "vitest";
import {
  contextOf,
  interruptTextOf,
  subjectOf,
} from "../../../src/components/interrupt/interruptSubject.ts";

test("uses the message as the question", () => {
  expect(interruptTextOf({ message: "Delete it?\nAll of it?" })).toEqual({
    text: "Delete it?\nAll of it?",
    fields: undefined,
  });
  expect(interruptTextOf({ message: "  " })).toEqual({ text: undefined, fields: undefined });
  expect(interruptTextOf({})).toEqual({ text: undefined, fields: undefined });
});

test("splits a JSON message, as Strands sends it, into question and fields", () => {
  const message = '{"question":"When?","topic":"Q2 goals","attendee":"Alice"}';
  expect(interruptTextOf({ message })).toEqual({
    text: "When?",
    fields: { topic: "Q2 goals", attendee: "Alice" },
  });
  expect(interruptTextOf({ message: '["a"]' })).toEqual({ text: undefined, fields: ["a"] });
  expect(interruptTextOf({ message: '{"topic":"Q2"}' })).toEqual({
    text: undefined,
    fields: { topic: "Q2" },
  });
});

test("keeps a message that only starts like JSON as text", () => {
  expect(interruptTextOf({ message: "[sic] Really?" }).text).toBe("[sic] Really?");
});

const toolCall = {
  toolCall: {
    id: "c1",
    type: "function",
    function: { name: "delete_file", arguments: '{"path":"/a"}' },
  },
  info: { messageId: "m", status: "pending" },
  result: undefined,
  status: "waiting",
  interrupts: [],
  outputs: [],
} as const;

test("reads tool name and arguments from the call before the metadata", () => {
  const metadata = { toolName: "other", input: { path: "/b" } };
  const interrupt = { id: "i", reason: "tool_call", metadata };
  expect(subjectOf({ interrupt, toolCall })).toEqual({
    name: "delete_file",
    args: { path: "/a" },
  });
  expect(subjectOf({ interrupt, toolCall: undefined })).toEqual({
    name: "other",
    args: { path: "/b" },
  });
  const spelled = { ...interrupt, metadata: { tool_name: "x", tool_input: { y: 1 } } };
  expect(subjectOf({ interrupt: spelled, toolCall: undefined })).toEqual({
    name: "x",
    args: { y: 1 },
  });
  expect(subjectOf({ interrupt: { id: "i", reason: "r" }, toolCall: undefined })).toEqual({
    name: undefined,
    args: undefined,
  });
});

test("returns invalid JSON arguments as text", () => {
  const broken = {
    ...toolCall,
    toolCall: { ...toolCall.toolCall, function: { name: "f", arguments: '{"path":' } },
  };
  expect(subjectOf({ interrupt: { id: "i", reason: "r" }, toolCall: broken }).args).toBe(
    '{"path":',
  );
});

test("returns arguments and messages with an inexact number as source text", () => {
  const exact = '{"id":9007199254740993,"note":"x"}';
  const inexact = {
    ...toolCall,
    toolCall: { ...toolCall.toolCall, function: { name: "f", arguments: exact } },
  };
  const interrupt = { id: "i", reason: "r" };
  expect(subjectOf({ interrupt, toolCall: inexact })).toEqual({
    name: "f",
    args: undefined,
    source: '{\n  "id": 9007199254740993,\n  "note": "x"\n}',
  });
  expect(interruptTextOf({ message: `{"question":"Pay?","id":9007199254740993}` })).toEqual({
    text: '{\n  "question": "Pay?",\n  "id": 9007199254740993\n}',
    fields: undefined,
  });
});

test("finds the context where each framework sends it", () => {
  const about = (metadata: Record<string, unknown>, message?: string) =>
    contextOf({ id: "i", reason: "r", metadata, ...(message !== undefined && { message }) });
  const steps = [{ description: "Bake", status: "enabled" }];
  expect(about({ langgraph: { raw: { steps } } })).toEqual({ steps });
  expect(about({ payload: { action: "DELETE" } })).toEqual({ action: "DELETE" });
  expect(about({ policy: "v3" })).toEqual({ policy: "v3" });
});

test("omits the question and internal keys from the context", () => {
  const about = (metadata: Record<string, unknown>, message?: string) =>
    contextOf({ id: "i", reason: "r", metadata, ...(message !== undefined && { message }) });
  expect(about({ payload: "When?" }, "When?")).toBeUndefined();
  expect(about({ payload: { question: "When?", days: 3 } }, "When?")).toEqual({ days: 3 });
  expect(about({ payload: { question: "When?" } }, "When?")).toBeUndefined();
  expect(about({ strandsName: "approve" })).toBeUndefined();
  expect(about({ "tanstack:interruptBinding": { v: 1 } })).toBeUndefined();
  expect(contextOf({ id: "i", reason: "r" })).toBeUndefined();
});
