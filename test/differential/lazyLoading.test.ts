import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Conversation } from "./conversation.ts";
import { handmade } from "./handmade.ts";
import { createThreadClient, type ThreadSettings } from "./threadClient.ts";

/** Returns the results of all turns of a thread, without times. */
async function play(conversation: Conversation, settings: ThreadSettings): Promise<unknown> {
  const thread = createThreadClient(conversation, settings);
  const ends: unknown[] = [];
  for (const turn of conversation.turns) {
    const { clientState, outcome, snapshot, input } = await thread.play(turn);
    const issues = snapshot.issues.map(({ message }) => message).sort();
    const { toolCalls, steps, subagents } = snapshot;
    const rest = JSON.stringify({ toolCalls, steps, subagents }, (key, value) =>
      key.endsWith("edAt") ? undefined : value,
    );
    ends.push({ clientState, outcome, issues, input, rest: JSON.parse(rest) });
  }
  return ends;
}

/** Returns a copy of the package in which no lazy module is loaded yet. */
async function freshCopy(): Promise<ThreadSettings["make"] & {}> {
  vi.resetModules();
  const { createThread } = await import("../../src/core.ts");
  return createThread;
}

let warm: ThreadSettings["make"] & {};
beforeAll(async () => {
  warm = await freshCopy();
  for (const conversation of Object.values(handmade)) await play(conversation, { make: warm });
});

describe("a thread ends the same with and without preloaded lazy modules", () => {
  test.each(Object.entries(handmade))(
    "%s ends the same with and without preloaded modules",
    async (_, conversation) => {
      const expected = await play(conversation, { make: warm });
      expect(await play(conversation, { make: await freshCopy() })).toEqual(expected);
      expect(await play(conversation, { make: await freshCopy(), oneByOne: true })).toEqual(
        expected,
      );
    },
  );
});
