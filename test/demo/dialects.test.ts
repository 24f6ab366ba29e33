// @vitest-environment node
import { describe, expect, it } from "vitest";
import { spellings } from "../../demo/dialects.ts";
import { arkavoServer } from "../../demo/server/dialects/arkavo.ts";
import { dialects as servers } from "../../demo/server/dialects/index.ts";
import { type Agent, createThread, type EventInput, type Thread } from "../../src/core.ts";
import { arkavo, awaken, type Dialect, hector, tanstack } from "../../src/dialects.ts";
import type { ScriptStep } from "../../src/testing.ts";
import { playExample } from "./exampleConversation.ts";

const clients: Readonly<Record<string, Dialect>> = {
  tanstack: tanstack({ legacy: true }),
  awaken: awaken(),
  hector: hector(),
  arkavo: arkavo({ agentId: "ferries" }),
};

const isEvent = (step: ScriptStep): step is EventInput =>
  typeof step === "object" && "type" in step;

/**
 * Creates an agent that exchanges JSON frames with the demo's server in a dialect, without a
 * network.
 */
function agentOf(name: string, client: Dialect): Agent {
  const server = servers.get(name) ?? arkavoServer;
  return {
    async *run(input) {
      const request = client.frames?.(input).at(-1) ?? client.request?.(input).body;
      const read = server.read(JSON.parse(JSON.stringify(request)));
      if (!read)
        throw new Error(`The ${name} server cannot read the request ${JSON.stringify(request)}.`);
      const speller = server.createEncoder(read);
      const reader = client.read({ input, isReplay: false, onCursor: () => {} });
      const steps = (playExample("dialects", read) ?? []).filter(isEvent);
      const frames = steps.flatMap((step) => speller.encode(step));
      for (const { event, data } of [...frames, ...speller.end()]) {
        const sent: unknown = JSON.parse(JSON.stringify(data));
        yield [...reader.push({ data: sent, ...(event !== undefined && { event }) })];
      }
      yield [...reader.end()];
    },
  };
}

/** Returns the messages without ids and times. */
const contentsOf = (thread: Thread) =>
  thread.getSnapshot().messages.map((message) => ({
    role: message.role,
    content: message.content,
    calls: message.role === "assistant" ? message.toolCalls?.map((call) => call.function) : [],
  }));

async function converse(agent: Agent): Promise<Thread> {
  const thread = createThread({ agent, strict: true });
  for (const question of ["The next ferry to Capri?", "And to Ischia?", "To Atlantis?"]) {
    const { outcome, error } = await thread.send(question);
    expect({ outcome, error }).toEqual({ outcome: "success", error: undefined });
  }
  return thread;
}

describe("demo server dialects", () => {
  it("has a client for every dialect that the example shows", () => {
    expect(spellings.slice(1).map(({ agentId }) => agentId)).toEqual(Object.keys(clients));
  });

  it.each(Object.entries(clients))(
    "%s yields the same messages as AG-UI, without an issue",
    async (name, client) => {
      const plain: Agent = {
        async *run(input) {
          for (const step of playExample("dialects", input) ?? []) if (isEvent(step)) yield step;
        },
      };
      const expected = await converse(plain);
      const thread = await converse(agentOf(name, client));
      expect(contentsOf(thread)).toEqual(contentsOf(expected));
      expect(thread.getSnapshot().issues).toEqual([]);
    },
  );
});
