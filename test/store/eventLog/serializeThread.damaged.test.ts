import { describe, expect, test } from "vitest";
import { AgentKitError, createThread, parseThread, serializeThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";

/** Serializes a thread with a tool call, a state edit and two branches. */
async function serializeSample(): Promise<string> {
  const agent = scriptedAgent(
    [
      runStarted(),
      { type: "STATE_SNAPSHOT", snapshot: { n: 1 } },
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "seen" },
      runFinished(),
    ],
    textRun("Hello"),
    textRun("Hi"),
  );
  const thread = createThread({ agent, threadId: "t1" });
  await thread.send("One");
  thread.setState({ n: 2 });
  await thread.send("Two");
  await thread.regenerate();
  const [, after] = thread.getSnapshot().messages.filter(({ role }) => role === "user");
  await thread.switchBranch(after?.id ?? "", 0);
  return serializeThread(thread);
}

type Json = Record<string, unknown> | unknown[];
const isBranch = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Returns the location of every value in a JSON value. */
function listPaths(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (!isBranch(value)) return [at];
  return [at, ...Object.entries(value).flatMap(([key, part]) => listPaths(part, [...at, key]))];
}

function damage(text: string, path: readonly string[], to: unknown): string {
  const value: unknown = JSON.parse(text);
  const parent = path.slice(0, -1).reduce((part, key) => Reflect.get(Object(part), key), value);
  Reflect.set(Object(parent), path.at(-1) ?? "", to);
  return JSON.stringify(value);
}

const refusal = (text: string) => {
  try {
    parseThread(text);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("a serialized thread", () => {
  test("is rejected with a clear error when its version is newer", async () => {
    const text = damage(await serializeSample(), ["version"], 2);
    expect(refusal(text)).toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(/newer version.*format 2; this version reads formats up to 1/),
    });
  });

  test("is rejected with the position of the damaged entry", async () => {
    const text = await serializeSample();
    const { events } = JSON.parse(text) as { events: { name?: string }[] };
    const isGo = ({ name }: { name?: string }) => name === "agui-kit.jump";
    const isPatch = ({ name }: { name?: string }) => name === "agui-kit.patch";
    const go = events.findIndex(isGo);
    const patch = events.findIndex(isPatch);
    expect(Math.min(go, patch)).toBeGreaterThanOrEqual(0);
    const cases: [number, readonly string[], unknown][] = [
      [1, [], null],
      [go, ["name"], undefined],
      [go, ["value", "to"], go + 1],
      [go, ["value", "to"], -1],
      [patch, ["value", "patch"], "x"],
      [patch, ["value", "patch", "0", "path"], "/messages/90/content"],
      [patch, ["value", "patch", "0", "value"], null],
    ];
    for (const [at, path, to] of cases) {
      expect(refusal(damage(text, ["events", String(at), ...path], to))).toMatchObject({
        code: "invalid-argument",
        message: expect.stringContaining(`entry ${at} `),
      });
    }
  });

  test("is rejected or restores a working thread when any one value is wrong", {
    timeout: 600_000,
  }, async () => {
    const text = await serializeSample();
    const wrong = [null, 7, "x", [], {}, -1, undefined];
    let refused = 0;
    let idCount = 0;
    const paths = listPaths(JSON.parse(text)).filter((path) => path.length > 0);
    for (const [n, path] of paths.entries()) {
      const to = wrong[n % wrong.length];
      const where = `${path.join("/")} := ${JSON.stringify(to)}`;
      try {
        const parsed = parseThread(damage(text, path, to));
        const thread = createThread({ agent: scriptedAgent(textRun("More")), ...parsed });
        expect((await thread.send("Hi")).outcome, where).toBe("success");
        idCount += 1;
      } catch (error) {
        if (!(error instanceof AgentKitError)) throw new Error(where, { cause: error });
        expect(error.code, where).toBe("invalid-argument");
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(50);
    expect(idCount).toBeGreaterThan(50);
  });
});
