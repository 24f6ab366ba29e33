import { afterEach, expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import type { AgentCapabilities } from "../../../src/protocol/events.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";

afterEach(() => vi.restoreAllMocks());

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

test("a thread without React learns which tools its agent accepts with the first run", async () => {
  const scripted = scriptedAgent(textRun("a"), textRun("b"));
  const getCapabilities = vi.fn(async (): Promise<AgentCapabilities> => {
    return { tools: { clientProvided: false } };
  });
  const thread = createThread({ agent: { ...scripted, getCapabilities } });
  thread.registerTool(tool);
  await thread.send("Hi");
  await thread.send("Again", { tools: [{ name: "own", description: "", parameters: {} }] });
  expect(scripted.inputs.map(({ tools }) => tools.length)).toEqual([1, 0]);
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

test("a thread without tools queries nothing", async () => {
  const scripted = scriptedAgent(textRun("a"));
  const getCapabilities = vi.fn(async (): Promise<AgentCapabilities> => ({}));
  const thread = createThread({ agent: { ...scripted, getCapabilities } });
  await thread.send("Hi");
  expect(getCapabilities).not.toHaveBeenCalled();
});
