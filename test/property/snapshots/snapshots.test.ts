import fc from "fast-check";
import { expect, test } from "vitest";
import { createThread, type Message, type Snapshot } from "../../../src/core.ts";
import { silenceConsole } from "../../differential/playReference.ts";
import { createIdCounter } from "../../store/thread/idCounter.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";
import { historyFaults, snapshotFaults } from "../identity/identityFaults.ts";
import { createModelServer, type ModelServer } from "./modelServer.ts";
import { type RunPlan, runPlans, type ServerTraits, serverTraits } from "./serverScript.ts";

silenceConsole();

/** Returns what identifies the content of messages, in their order. */
function tagsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) => {
    const content = typeof message.content === "string" ? message.content : "";
    const tags = /^(?:[TRQF]\d+\.)/.exec(content) ?? [];
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    return [...tags, ...calls.map(({ id }) => `C${id.replace("call-", "")}.`)];
  });
}

/** Returns the content that a conversation has twice. */
function doubledIn({ messages }: Snapshot): readonly string[] {
  const tags = tagsOf(messages);
  return tags.filter((tag, at) => tags.indexOf(tag) !== at).map((tag) => `${tag} is doubled`);
}

/** Returns the texts of answers that are not those of the server. A text that has ended is as a snapshot says. */
function contentFaults(messages: readonly Message[], server: ModelServer): readonly string[] {
  const expected = [...server.stored(), ...server.sent.stated];
  return messages.flatMap(({ role, content }) => {
    const isOther = role === "user" || content === undefined;
    const isKnown = isOther || expected.some((message) => message.content === content);
    return isKnown ? [] : [`${role} ${content}`];
  });
}

/** Returns what is lost, and what is in another order than on the server. */
function finalFaults({ messages }: Snapshot, server: ModelServer): readonly string[] {
  const tags = tagsOf(messages);
  const stored = tagsOf(server.stored());
  const isHidden = (tag: string) => tag.startsWith("R");
  // A snapshot without reasoning may drop the text before it, and with the text the place of the reasoning.
  const present = stored.filter((tag) => tags.includes(tag) && !isHidden(tag));
  const shown = tags.filter((tag) => stored.includes(tag) && !isHidden(tag));
  const required = [...tagsOf(server.sent.stated), ...server.sent.tags];
  const calls = new Set(tags.filter((tag) => tag.startsWith("C")));
  const results = stored.filter((tag) => tag.startsWith("F") && calls.has(tag.replace("F", "C")));
  return [
    ...[...required, ...results]
      .filter((tag) => !isHidden(tag) && !tags.includes(tag))
      .map((tag) => `${tag} is lost`),
    ...(present.join() === shown.join() ? [] : [`${shown} instead of ${present}`]),
    ...contentFaults(messages, server),
  ];
}

async function play(traits: ServerTraits, plans: readonly RunPlan[]) {
  const faults: string[] = [];
  const server = createModelServer(traits, plans);
  let time = 1_000;
  const thread = createThread({
    agent: server,
    threadId: "t1",
    createId: createIdCounter(),
    now: () => ++time,
  });
  const handled: string[] = [];
  thread.registerTool({
    name: "page",
    description: "",
    handler: (input: unknown) => {
      handled.push(JSON.stringify(input));
      return "done";
    },
  });
  thread.store.subscribe((snapshot: Snapshot) =>
    faults.push(...snapshotFaults(snapshot), ...doubledIn(snapshot)),
  );
  for (const at of [1, 2, 3]) await thread.send(`Q${at}. Go on`);
  const asked = server.stored().flatMap((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    return calls
      .filter((call) => call.function.name === "page")
      .map((call) => call.function.arguments);
  });
  return { snapshot: thread.getSnapshot(), server, faults, handled, asked };
}

test("whatever snapshots a server sends, ahead of its stream or older, nothing is lost or doubled", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(serverTraits, runPlans, async (traits, plans) => {
      const { snapshot, server, faults, handled, asked } = await play(traits, plans);
      expect(faults).toEqual([]);
      expect(finalFaults(snapshot, server)).toEqual([]);
      expect(handled.toSorted()).toEqual(asked.toSorted());
      for (const { messages } of server.inputs) expect(historyFaults(messages)).toEqual([]);
    }),
    { seed: shiftSeed(31_926), numRuns: 400 },
  );
});
