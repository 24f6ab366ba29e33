import { afterEach, expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import type { AgentCapabilities } from "../../../src/protocol/events.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const tool = {
  name: "open_page",
  description: "Opens a page",
  parameters: { type: "object" },
  handler: () => "opened",
} as const;

test("tools that an agent does not accept are named once in development", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const scripted = scriptedAgent(textRun("a"), textRun("b"), textRun("c"));
  const getCapabilities = async () => ({ tools: { supported: false } });
  const thread = createThread({ agent: { ...scripted, getCapabilities } });
  thread.registerTool(tool);
  for (const text of ["Hi", "Again", "More"]) await thread.send(text);
  const hints = warn.mock.calls.filter(([text]) => String(text).includes("refused-tools"));
  expect(hints).toHaveLength(1);
});

test("a thread without React learns which tools its agent accepts before the first run", async () => {
  const scripted = scriptedAgent(textRun("a"), textRun("b"));
  const getCapabilities = vi.fn(async (): Promise<AgentCapabilities> => {
    return { tools: { clientProvided: false } };
  });
  const thread = createThread({ agent: { ...scripted, getCapabilities } });
  thread.registerTool(tool);
  await thread.send("Hi");
  await thread.send("Again", { tools: [{ name: "own", description: "", parameters: {} }] });
  expect(scripted.inputs.map(({ tools }) => tools.length)).toEqual([0, 0]);
  expect(thread.getSnapshot().tracking.toolNames).toEqual([]);
  expect(getCapabilities).toHaveBeenCalledTimes(1);
});

test("a thread sends its tools to an agent that does not answer, and queries it once", async () => {
  const scripted = scriptedAgent(textRun("a"), textRun("b"));
  const getCapabilities = vi.fn(() => Promise.reject(new Error("unavailable")));
  const thread = createThread({ agent: { ...scripted, getCapabilities } });
  thread.registerTool(tool);
  await thread.send("Hi");
  await thread.send("Again");
  expect(scripted.inputs.map(({ tools }) => tools.length)).toEqual([1, 1]);
  expect(getCapabilities).toHaveBeenCalledTimes(1);
});

test("runs of two threads wait for one response of their agent", async () => {
  const scripted = scriptedAgent(textRun("a"), textRun("b"));
  const response = createDeferred<AgentCapabilities>();
  const getCapabilities = vi.fn(() => response.promise);
  const agent = { ...scripted, getCapabilities };
  const threads = [createThread({ agent }), createThread({ agent })];
  for (const thread of threads) thread.registerTool(tool);
  const sent = threads.map((thread) => thread.send("Hi"));
  // The user's message is shown meanwhile.
  for (const thread of threads) expect(thread.getSnapshot().messages).toHaveLength(1);
  await vi.waitFor(() => expect(getCapabilities).toHaveBeenCalled());
  expect(scripted.inputs).toHaveLength(0);
  response.resolve({ tools: { supported: false } });
  await Promise.all(sent);
  expect(scripted.inputs.map(({ tools }) => tools.length)).toEqual([0, 0]);
  expect(getCapabilities).toHaveBeenCalledTimes(1);
});

test("a run waits two seconds for capabilities, and then offers its tools", async () => {
  vi.useFakeTimers();
  const scripted = scriptedAgent(textRun("a"), textRun("b"), textRun("c"));
  const response = createDeferred<AgentCapabilities>();
  const thread = createThread({
    agent: { ...scripted, getCapabilities: () => response.promise },
  });
  thread.registerTool(tool);
  const sent = thread.send("Hi");
  await vi.advanceTimersByTimeAsync(1_999);
  expect(scripted.inputs).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  await sent;
  // A second run does not wait again, and a later one follows a late response.
  await thread.send("Again");
  response.resolve({ tools: { clientProvided: false } });
  await vi.advanceTimersByTimeAsync(0);
  await thread.send("And again");
  expect(scripted.inputs.map(({ tools }) => tools.length)).toEqual([1, 1, 0]);
});

test("a run that is stopped while it waits for capabilities is not sent", async () => {
  const scripted = scriptedAgent(textRun("a"));
  const getCapabilities = () => new Promise<AgentCapabilities>(() => {});
  const thread = createThread({ agent: { ...scripted, getCapabilities } });
  thread.registerTool(tool);
  const sent = thread.send("Hi");
  thread.stop();
  expect(await sent).toMatchObject({ outcome: "cancelled" });
  expect(scripted.inputs).toHaveLength(0);
});

test("a thread without tools queries nothing", async () => {
  const scripted = scriptedAgent(textRun("a"));
  const getCapabilities = vi.fn(async (): Promise<AgentCapabilities> => ({}));
  const thread = createThread({ agent: { ...scripted, getCapabilities } });
  await thread.send("Hi");
  expect(getCapabilities).not.toHaveBeenCalled();
});
