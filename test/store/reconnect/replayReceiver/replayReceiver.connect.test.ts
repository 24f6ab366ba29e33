import { describe, expect, test, vi } from "vitest";
import {
  type Agent,
  AgentKitError,
  createThread,
  type EventInput,
  parseThread,
  type RunAgentInput,
  serializeThread,
} from "../../../../src/core.ts";
import { finished, started, textChunk } from "../../../support/runEvents.ts";
import { connectionError } from "../cuttableAgent.ts";
import { createLossyAgent, reconnect } from "./lossyAgent.ts";

const until = (condition: () => boolean) => vi.waitUntil(condition, { interval: 1 });

describe("connect()", () => {
  const rest = (input: RunAgentInput) => input.messages.map(({ role, content }) => [role, content]);

  test("sends the current messages and prepared input with each attempt", async () => {
    const requests: RunAgentInput[] = [];
    let tokens = 0;
    const { agent } = createLossyAgent([started, textChunk("Hello")], async function* (input) {
      requests.push(input);
      if (requests.length === 1) {
        yield [started, textChunk("Hello there")];
        throw connectionError();
      }
      yield [started, textChunk("Hello there"), finished];
    });
    const contextItem = { description: "place", value: "here" };
    const thread = createThread({
      agent,
      reconnect,
      context: [contextItem],
      forwardedProps: () => ({ token: ++tokens }),
      prepareInput: (input) => ({ ...input, tools: [] }),
    });
    await thread.send("Hi");
    expect(requests.map(rest)).toEqual([
      [
        ["user", "Hi"],
        ["assistant", "Hello"],
      ],
      [
        ["user", "Hi"],
        ["assistant", "Hello there"],
      ],
    ]);
    expect(requests).toMatchObject([
      { context: [contextItem], tools: [], forwardedProps: { token: 2 } },
      { context: [contextItem], tools: [], forwardedProps: { token: 3 } },
    ]);
    expect(new Set(requests.map(({ runId }) => runId)).size).toBe(1);
  });

  test("names no cursor beyond the stored events after a reload", async () => {
    const cursors: (string | undefined)[] = [];
    const count = (n: number): EventInput => ({
      type: "STATE_DELTA",
      delta: [{ op: "add", path: "/list/-", value: n }],
    });
    const events = [started, count(1), count(2), count(3), finished];
    let hasReplayed = false;
    const agent: Agent = {
      async *run(_, { onCursor }) {
        yield structuredClone(events.slice(0, 2));
        onCursor?.("2");
        yield structuredClone(events.slice(2, 3));
        throw connectionError();
      },
      async *connect(_, { onCursor, signal }) {
        // Replays from the start up to the first cursor.
        yield structuredClone(events.slice(0, 2));
        onCursor?.("2");
        hasReplayed = true;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    };
    const initialState = { list: [0] };
    const left = createThread({ agent, threadId: "t1", reconnect, initialState });
    left.send("Hi").catch(() => {});
    await until(() => hasReplayed);
    const parsed = parseThread(await serializeThread(left));
    left.dispose();
    const thread = createThread({
      ...parsed,
      agent: {
        run: agent.run,
        async *connect(_, { cursor }) {
          cursors.push(cursor);
          yield structuredClone(events.slice(Number(cursor ?? 0)));
        },
      },
    });
    await thread.connect();
    expect(cursors).toEqual([undefined]);
    expect(thread.getSnapshot().state).toEqual({ list: [0, 1, 2, 3] });
  });

  test("reports the error when `forwardedProps` throws", async () => {
    const { agent } = createLossyAgent([started, textChunk("Hello")], async function* () {});
    let tokens = 0;
    const thread = createThread({
      agent,
      reconnect,
      forwardedProps: () => {
        if (tokens++ > 0) throw new AgentKitError("agent-failed", "No token.");
        return {};
      },
    });
    const { error } = await thread.send("Hi");
    expect(error?.message).toContain("No token.");
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Hello" });
  });
});
