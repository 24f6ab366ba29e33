import { describe, expect, test } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { sentMessages } from "../../src/store/run/sentMessages.ts";
import { LOSES_CALLS, withoutLostCalls } from "./lostCalls.ts";
import { playThread, recordedThreads, withoutIds } from "./threads.ts";

const sse = recordedThreads("sse").map((thread) => [thread.name, thread] as const);
const proto = recordedThreads("proto").map((thread) => [thread.name, thread] as const);

/**
 * Threads whose recorded client sent an unanswered call, for which our thread adds an error result
 * before the next input.
 */
const HAS_A_HOLE = new Set([
  "copilotkit/frontend-tool-unanswered",
  "strands/frontend-tool-unanswered",
]);
/** Threads whose second request was sent by another client without knowledge of the first. */
const NOT_ONE_CLIENT = new Set(["copilotkit/connect"]);

const isOwnAnswer = (message: Message) =>
  message.role === "tool" && message.error === "not answered";

describe("sends what the recorded client sent", () => {
  test.each(sse.filter(([name]) => !NOT_ONE_CLIENT.has(name)))(
    "sends the requests of %s",
    async (name, thread) => {
      const played = await playThread(thread);
      for (const { recording, input } of played) {
        const {
          messages,
          state,
          tools,
          context,
          forwardedProps,
          resume = [],
        } = recording.request ?? {};
        const sent = input.messages.filter((message) => !isOwnAnswer(message));
        const comparable = LOSES_CALLS.has(name) ? withoutLostCalls(sent, messages ?? []) : sent;
        // Results are sent directly after the messages of their calls.
        expect(comparable).toEqual(sentMessages(messages ?? []));
        expect(input).toMatchObject({ state, tools, context, forwardedProps });
        expect(input.resume ?? []).toEqual(resume);
        expect(input.protocolVersion).toBe("1.0");
      }
      const own = played.at(-1)?.input.messages.filter(isOwnAnswer) ?? [];
      // A call that the recorded client lost was never answered.
      const answers = LOSES_CALLS.has(name) ? [] : own;
      expect(answers).toHaveLength(HAS_A_HOLE.has(name) ? 1 : 0);
    },
  );
});

const UNLIKE_IN_PROTOBUF = new Set([
  // Events that the encoder of the server cannot encode in protobuf are missing in the recording.
  "strands/chunk-events",
  "strands/reasoning",
  // The client added a message with an unrecorded id, so the message of the test is removed.
  "langgraph/predictive-state",
]);

describe("a conversation in protobuf equals the conversation in SSE", () => {
  const alike = proto.filter(([name]) => !UNLIKE_IN_PROTOBUF.has(name));
  test.each(alike)("%s in protobuf equals the conversation in SSE", async (name, thread) => {
    const text = sse.find(([other]) => other === name)?.[1];
    if (!text) throw new Error(`there is no ${name} in SSE`);
    const runs = text.runs.slice(0, thread.runs.length);
    const [inProto, inSse] = [await playThread(thread), await playThread({ ...text, runs })];
    for (const [i, { snapshot }] of inProto.entries()) {
      const other = inSse[i]?.snapshot;
      expect(withoutIds(snapshot)).toEqual(other && withoutIds(other));
    }
  });
});
