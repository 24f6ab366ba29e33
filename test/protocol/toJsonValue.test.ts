import { describe, expect, test } from "vitest";
import {
  type AgentMiddleware,
  createThread,
  type EventInput,
  mapEvents,
  withMiddleware,
} from "../../src/core.ts";
import { manualAgent } from "../../src/testing.ts";
import { canonical } from "./canonical.ts";

function fail(): never {
  throw new Error("The event cannot be read.");
}

const content = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lost" };

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable<object>(content, {});
  revoke();
  return proxy;
}

/** Returns an event with a getter that throws. */
const withGetter = (field: string) =>
  Object.defineProperty({ ...content }, field, { get: fail, enumerable: true });

const events: readonly (readonly [name: string, event: object])[] = [
  ["a getter for the text", withGetter("delta")],
  ["a getter for the type", withGetter("type")],
  ["a proxy whose fields throw", new Proxy(content, { get: fail })],
  ["a proxy whose keys throw", new Proxy(content, { ownKeys: fail })],
  ["a proxy whose descriptors throw", new Proxy(content, { getOwnPropertyDescriptor: fail })],
  ["a proxy that throws for `in`", new Proxy(content, { has: fail })],
  ["a proxy without a prototype", new Proxy(content, { getPrototypeOf: fail })],
  ["a revoked proxy", revokedProxy()],
];

describe("an event that throws when it is read", () => {
  test.each(events)("is an issue and dropped as %s, and the run continues", async (_, event) => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const ended = thread.send("Hi");
    const { threadId, runId } = await agent.started();
    const all = [
      [{ type: "RUN_STARTED", threadId, runId }],
      [{ type: "TEXT_MESSAGE_START", messageId: "m1" }, event, { ...content, delta: "Hel" }],
      [event],
      [{ ...content, delta: "lo" }],
      [{ type: "TEXT_MESSAGE_END", messageId: "m1" }],
      [{ type: "RUN_FINISHED", threadId, runId }],
    ];
    // The events are faulty on purpose.
    for (const batch of all) void agent.emit(...(batch as readonly EventInput[]));
    void agent.finish();
    expect(await ended).toMatchObject({ outcome: "success" });
    const { messages, issues } = thread.getSnapshot();
    expect(messages.at(-1)).toMatchObject({ id: "m1", content: "Hello" });
    expect(issues.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    thread.dispose();
  });

  test.each(events)(
    "is an issue after a middleware as %s, and the run continues",
    async (_, event) => {
      const agent = manualAgent();
      const through: AgentMiddleware = (input, next) =>
        mapEvents(next(input), (read) => (read.type === "RAW" ? undefined : read));
      const thread = createThread({ agent: withMiddleware(agent, through) });
      const ended = thread.send("Hi");
      const { threadId, runId } = await agent.started();
      const all = [
        [{ type: "RUN_STARTED", threadId, runId }, event],
        [{ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hello" }],
        [{ type: "RUN_FINISHED", threadId, runId }],
      ];
      // The events are faulty on purpose.
      for (const batch of all) void agent.emit(...(batch as readonly EventInput[]));
      void agent.finish();
      expect(await ended).toMatchObject({ outcome: "success" });
      const { messages, issues } = thread.getSnapshot();
      expect(messages.at(-1)).toMatchObject({ id: "m1", content: "Hello" });
      expect(issues).toMatchObject([{ count: 1 }]);
      thread.dispose();
    },
  );

  test.each(events)("is an issue of `canonicalEvents` as %s", async (_, event) => {
    const { events: read, issues, error } = await canonical([event, event]);
    expect(error).toBeUndefined();
    expect(read).toEqual([]);
    expect(issues).toHaveLength(2);
  });
});
