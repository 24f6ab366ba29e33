import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  type Agent,
  AgentKitError,
  createAgentClient,
  createThread,
  type ThreadOptions,
} from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { nestedObject } from "../../support/nestedJson.ts";
import { call, callRun } from "../tools/calls.ts";

/** Calls a method as an application without type checks does. */
const callMethod = (target: object, name: string, ...args: readonly unknown[]): unknown =>
  Reflect.apply(Reflect.get(target, name) as () => unknown, target, args);

/** Creates a thread with whatever an application without type checks passes. */
const createWith = (options: unknown) => createThread(options as ThreadOptions);

const hello = (): Agent => scriptedAgent(textRun("Hi"));

describe.each([
  ["undefined", { agent: undefined }, "`agent` is undefined"],
  ["null", { agent: null }, "`agent` is null"],
  ["a URL", { agent: "/agent" }, "`agent` is a string"],
  ["an object without `run`", { agent: { url: "/agent" } }, "`agent` is an object with url"],
])("an agent that is %s", (_, options, fault) => {
  const remedy = "Pass `httpAgent({ url })` or another agent with a `run` method, once it exists.";

  test("is refused by a thread", () => {
    expect(() => createWith(options)).toThrow(AgentKitError);
    expect(() => createWith(options)).toThrow(`${fault}, so nothing was done. ${remedy}`);
  });

  test("is refused by a client", () => {
    const agents = { sales: options.agent as unknown as Agent };
    expect(() => createAgentClient({ agents })).toThrow(fault.replace("agent", "agents.sales"));
  });
});

test("the error names the options that are missing", () => {
  expect(() => createWith(undefined)).toThrow("`agent` is undefined");
  expect(() => callMethod({ createAgentClient }, "createAgentClient")).toThrow(
    "`options` is undefined",
  );
});

describe("an answer to a tool call", () => {
  const waiting = async () => {
    const thread = createThread({ agent: scriptedAgent(callRun(call("ask", {}, "c"))) });
    thread.registerTool({ name: "ask" });
    await thread.send("Go");
    return thread;
  };

  test.each([
    ["a text", "yes", "a string"],
    ["missing", undefined, "undefined"],
    ["an object of another shape", { result: "yes" }, "an object with result"],
  ])("is refused with the shapes that it may have when it is %s", async (_, answer, shape) => {
    const thread = await waiting();
    await expect(callMethod(thread, "answerToolCall", "c", answer)).rejects.toThrow(
      `\`answer\` is ${shape}, so nothing was done. Pass \`{ value }\`, or \`{ rejected }\` with the reason.`,
    );
    expect(thread.getSnapshot().toolCalls.c?.status).toBe("waiting");
  });
});

describe("a command with arguments of a wrong shape", () => {
  const VALUES = [undefined, null, true, 5, "text", [], [null], ["text"], {}, { id: 5 }, () => {}];
  const OPTION_LISTS = ["context", "tools", "resume"].flatMap((name) =>
    [null, "text", {}, [null], ["text"]].map((list) => ({ [name]: list })),
  );
  const COMMANDS: readonly (readonly [name: string, ...before: readonly unknown[]])[] = [
    ["send"],
    ["send", "Hello"],
    ["run"],
    ["resume"],
    ["setMessages"],
    ["setState"],
    ["setState", { a: 1 }],
    ["edit"],
    ["edit", "m1"],
    ["edit", "m1", "Hello"],
    ["regenerate"],
    ["regenerate", "m1"],
    ["goToRun"],
    ["switchBranch"],
    ["switchBranch", "m1"],
    ["editQueued"],
    ["editQueued", "q1"],
    ["moveQueued", "q1"],
    ["removeQueued"],
    ["sendQueued"],
    ["answerToolCall"],
    ["answerToolCall", "c1"],
    ["rerunToolCall"],
    ["registerTool"],
    ["addContext"],
    ["subscribe"],
    ["annotate"],
    ["annotate", "feedback"],
    ["validateState"],
    ["getTool"],
  ];

  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    return () => vi.restoreAllMocks();
  });

  test.each(COMMANDS)("%s(%s %s) throws no error of the engine", async (name, ...before) => {
    for (const value of [...VALUES, ...OPTION_LISTS]) {
      const messages = [{ id: "m1", role: "user" as const, content: "Hello" }];
      const thread = createThread({ agent: hello(), initialMessages: messages });
      let failure: unknown;
      try {
        await callMethod(thread, String(name), ...before, value);
      } catch (error) {
        failure = error;
      }
      if (failure !== undefined) expect(failure).toBeInstanceOf(AgentKitError);
      const error = thread.getSnapshot().run.error?.message ?? "";
      expect(error).not.toMatch(/undefined|is not|Cannot/);
    }
  });

  test.each([
    ["resume", "yes", "`answers` is a string"],
    ["setMessages", { id: "m1" }, "`messages` is an object with id"],
    ["run", null, "`options` is null"],
    ["run", { context: "page" }, "`context` is a string"],
    ["run", { runId: "" }, "`runId` is an empty string"],
    ["run", { runId: 5 }, "`runId` is a number"],
    ["run", { parentRunId: null }, "`parentRunId` is null"],
    ["subscribe", () => {}, "`listeners` is a function"],
  ])("%s names the argument and its kind", async (name, value, text) => {
    const thread = createThread({ agent: hello() });
    await expect((async () => callMethod(thread, name, value))()).rejects.toThrow(text);
  });
});

describe.each([
  ["nested in 20,000 levels", nestedObject(20_000), "512 levels"],
  ["with a BigInt", { count: 5n }, "BigInt"],
])("a value %s", (_, value, fault) => {
  test.each(["state", "forwardedProps"])("is refused as the `%s` of a run", async (name) => {
    const thread = createThread({ agent: hello() });
    await expect(thread.send("Hello", { [name]: value })).rejects.toThrow(`\`${name}\``);
    await expect(thread.run({ [name]: value })).rejects.toThrow(fault);
    expect(thread.getSnapshot().messages).toEqual([]);
    expect((await thread.send("Hello")).outcome).toBe("success");
  });

  test("is refused as the `forwardedProps` of a thread", () => {
    expect(() => createThread({ agent: hello(), forwardedProps: value })).toThrow(fault);
  });

  test("ends a run when a function returns it as `forwardedProps`", async () => {
    const thread = createThread({ agent: hello(), forwardedProps: () => value });
    const { error } = await thread.send("Hello");
    expect(error).toMatchObject({ code: "invalid-argument" });
    expect(error?.message).toContain(fault);
    expect(thread.getSnapshot().run.status).toBe("error");
    expect(thread.getSnapshot().messages).toHaveLength(1);
  });
});
