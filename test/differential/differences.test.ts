import { describe, expect, test } from "vitest";
import { assistant } from "../reducer/events.ts";
import {
  conversationFrom,
  reasoning,
  runEndEvent,
  runStartEvent,
  searchCall,
  single,
} from "./build.ts";
import { type Difference, patched, user, withCall } from "./differenceParts.ts";
import { messageDifferences } from "./messageDifferences.ts";
import { createReference, silenceConsole } from "./playReference.ts";
import { snapshotDifferences } from "./snapshotDifferences.ts";
import { createThreadClient } from "./threadClient.ts";

/**
 * Streams that the reference accepts and that intentionally end differently in our thread, each
 * under the sentence of the protocol page that requires the difference. All other tests in this
 * folder exclude only these.
 */
const DIFFERENCES: Readonly<Record<string, Difference>> = {
  ...messageDifferences,
  ...snapshotDifferences,
  "an encrypted value whose entity never appears is kept on an empty reasoning message": {
    conversation: single({
      type: "REASONING_ENCRYPTED_VALUE",
      subtype: "message",
      entityId: "r1",
      encryptedValue: "e",
    }),
    ours: { messages: [{ id: "r1", role: "reasoning", content: "", encryptedValue: "e" }] },
    theirs: { messages: [] },
  },
  "an encrypted value that comes before its message reaches it": {
    conversation: single(
      {
        type: "REASONING_ENCRYPTED_VALUE",
        subtype: "message",
        entityId: "r1",
        encryptedValue: "e",
      },
      ...reasoning("r1", "Hm"),
    ),
    ours: { messages: [{ id: "r1", role: "reasoning", content: "Hm", encryptedValue: "e" }] },
    theirs: { messages: [{ id: "r1", role: "reasoning", content: "Hm" }] },
  },
  "when a next input is sent a still-unanswered call in the history gets an error result": {
    conversation: conversationFrom(searchCall("c1"), []),
    ours: {
      messages: [
        withCall("c1", "c1"),
        expect.objectContaining({ role: "tool", toolCallId: "c1", error: "not answered" }),
      ],
    },
    theirs: { messages: [withCall("c1", "c1")] },
  },
  "LangGraph's CUSTOM on_interrupt is an interrupt": {
    conversation: single({ type: "CUSTOM", name: "on_interrupt", value: '"Sure?"' }),
    ours: {
      interrupts: [expect.objectContaining({ reason: "langgraph:interrupt", message: "Sure?" })],
    },
    theirs: { interrupts: [] },
  },
  "RFC 6902 with validation on: nothing moves into itself": {
    conversation: patched({ a: 1 }, { op: "move", from: "", path: "/a" }),
    ours: { state: { a: 1 } },
    theirs: { state: { a: expect.objectContaining({}) } },
  },
  "RFC 6902 with validation on: nothing that is missing becomes the document": {
    conversation: patched(
      { a: 1 },
      { op: "move", from: "/missing", path: "" },
      { op: "add", path: "", value: 1 },
    ),
    ours: { state: { a: 1 } },
    theirs: { state: 1 },
  },
  "RFC 6902 with validation on: nothing is removed from a number": {
    conversation: patched(0, { op: "remove", path: "/a" }, { op: "add", path: "", value: 1 }),
    ours: { state: 0 },
    theirs: { state: 1 },
  },
  "all or nothing: a patch with an unknown operation": {
    conversation: patched({}, { op: "add", path: "/a", value: 1 }, { op: "merge", path: "/b" }),
    ours: { state: {} },
    theirs: { state: { a: 1 } },
  },
  "an answer to an interrupt about a call is the result of the call": {
    conversation: {
      initialMessages: [user],
      turns: [
        {
          events: [
            runStartEvent("r1"),
            ...searchCall("c1", { parentMessageId: "m1" }),
            runEndEvent("r1", {
              type: "interrupt",
              interrupts: [{ id: "i1", reason: "input", toolCallId: "c1" }],
            }),
          ],
        },
        {
          resume: [{ interruptId: "i1", status: "resolved", payload: { ok: true } }],
          events: [runStartEvent("r2"), runEndEvent("r2")],
        },
      ],
    },
    ours: {
      messages: [
        user,
        withCall("m1", "c1"),
        expect.objectContaining({ role: "tool", toolCallId: "c1", content: '{"ok":true}' }),
      ],
    },
    theirs: { messages: [user, withCall("m1", "c1")] },
  },
  "an interrupt is closed by a failed run that has used its answer": {
    conversation: {
      turns: [
        {
          events: [
            runStartEvent("r1"),
            ...searchCall("c1", { parentMessageId: "m1" }),
            runEndEvent("r1", { type: "interrupt", interrupts: [{ id: "i1", reason: "input" }] }),
          ],
        },
        {
          resume: [{ interruptId: "i1", status: "resolved", payload: { ok: true } }],
          events: [
            runStartEvent("r2"),
            { type: "TOOL_CALL_RESULT", messageId: "r", toolCallId: "c1", content: "Deleted" },
            { type: "RUN_ERROR", message: "overloaded" },
          ],
        },
      ],
    },
    ours: { interrupts: [] },
    theirs: { interrupts: [expect.objectContaining({ id: "i1" })] },
  },
  "a sub-agent that starts again in a later run is another one": {
    conversation: conversationFrom(
      [
        { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Helper" },
        { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
      ],
      [
        { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Helper" },
        { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant", subagentRunId: "s1" },
        { type: "TEXT_MESSAGE_END", messageId: "m1", subagentRunId: "s1" },
        { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
      ],
    ),
    ours: { messages: [{ ...assistant("m1", ""), subagentRunId: "s1@r1" }] },
    theirs: { messages: [{ ...assistant("m1", ""), subagentRunId: "s1" }] },
  },
  "an interrupt whose id is empty can be answered": {
    conversation: {
      turns: [
        {
          events: [
            runStartEvent("r1"),
            runEndEvent("r1", { type: "interrupt", interrupts: [{ id: "", reason: "input" }] }),
          ],
        },
      ],
    },
    ours: { interrupts: [{ id: "r1_interrupt_1", reason: "input" }] },
    theirs: { interrupts: [{ id: "", reason: "input" }] },
  },
};

silenceConsole();

describe("a thread intentionally ends differently than in the reference client", () => {
  test.each(Object.entries(DIFFERENCES))(
    "differs on purpose: %s",
    async (_, { conversation, ours, theirs }) => {
      const reference = createReference(conversation);
      const thread = createThreadClient(conversation);
      const strict = createThreadClient(conversation, { strict: true });
      for (const [i, turn] of conversation.turns.entries()) {
        const referenceMessages = [...reference.messages];
        const our = await thread.play(turn);
        const their = await reference.play(turn, referenceMessages);
        const { error } = await strict.play(turn);
        expect(their.error).toBeUndefined();
        // A run that the server fails is not a violation of the protocol.
        expect(error?.code, "what the reference accepts passes a strict thread").not.toBe(
          "protocol-violation",
        );
        if (i < conversation.turns.length - 1) continue;
        expect(their.clientState).toMatchObject(theirs);
        expect(our.clientState).toMatchObject(ours);
      }
    },
  );
});
