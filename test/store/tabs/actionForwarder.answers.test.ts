import { beforeEach, expect, test, vi } from "vitest";
import {
  type Agent,
  memoryStorage,
  type ResumeEntry,
  type RunAgentInput,
  type Thread,
} from "../../../src/core.ts";
import { type Script, scriptedAgent, textRun } from "../../../src/testing.ts";
import { eventually } from "../../support/eventually.ts";
import { shownContents } from "../../support/threadViews.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { approve, interruptRun } from "../interrupts/interruptThread.ts";
import { call, callRun, resultsIn } from "../tools/calls.ts";
import { newId, openTab, statusOf, waitUntilInSync } from "./tabThreads.ts";

provideWebLocks();

const reported = vi.fn();
beforeEach(() => {
  reported.mockClear();
  vi.stubGlobal("reportError", reported);
  return () => vi.unstubAllGlobals();
});

/**
 * Opens two tabs whose agent plays a run and then answers "Done".
 *
 * @param tool - Name of a tool that the user answers.
 */
async function openWaitingTabs(firstRun: Script, tool?: string) {
  const inputs: RunAgentInput[] = [];
  const record = (agent: Agent): Agent => ({
    run(input, options) {
      inputs.push(input);
      return agent.run(input, options);
    },
  });
  const storage = memoryStorage();
  const id = newId();
  const first = await openTab(record(scriptedAgent(firstRun, textRun("Done"))), storage, id);
  const second = await openTab(record(scriptedAgent(textRun("Done"))), storage, id);
  if (tool) for (const tab of [first, second]) tab.registerTool({ name: tool });
  await first.send("Hi");
  await eventually(() => statusOf(second)).toBe("waiting");
  // The inputs of the runs after the first.
  inputs.length = 0;
  return { first, second, inputs };
}

async function expectOneRun(inputs: readonly RunAgentInput[], ...tabs: readonly Thread[]) {
  for (const tab of tabs) await eventually(() => shownContents(tab).at(-1)).toBe("Done");
  await waitUntilInSync(...tabs);
  expect(tabs.map(statusOf)).toEqual(["idle", "idle"]);
  expect(inputs).toHaveLength(1);
  expect(reported).not.toHaveBeenCalled();
}

test("two tabs that each answer one of two questions at the same moment send both answers", async () => {
  const { first, second, inputs } = await openWaitingTabs(interruptRun([{}, {}]));
  await Promise.all([first.resume([approve("i1")]), second.resume([approve("i2")])]);
  await expectOneRun(inputs, first, second);
  expect(inputs[0]?.resume).toMatchObject([{ interruptId: "i1" }, { interruptId: "i2" }]);
});

test.each<[string, ResumeEntry, ResumeEntry]>([
  ["the same answer", approve("i1"), approve("i1")],
  ["different answers", approve("i1", "A"), approve("i1", "B")],
])(
  "two tabs that give %s at the same moment run the agent once, without an error",
  async (_, some, other) => {
    const { first, second, inputs } = await openWaitingTabs(interruptRun([{}]));
    await Promise.all([first.resume([some]), second.resume([other])]);
    await expectOneRun(inputs, first, second);
    const shown = second.getSnapshot().answeredInterrupts.map(({ answer }) => answer);
    expect([inputs[0]?.resume].flat()).toMatchObject(shown);
  },
);

test("two tabs that each answer one of two tool calls at the same moment send both results", async () => {
  const calls = [call("paint", {}, "a"), call("paint", {}, "b")];
  const { first, second, inputs } = await openWaitingTabs(callRun(...calls), "paint");
  await Promise.all([
    first.answerToolCall("a", { value: "red" }),
    second.answerToolCall("b", { value: "blue" }),
  ]);
  await expectOneRun(inputs, first, second);
  expect(resultsIn(inputs[0])).toMatchObject({ a: { content: "red" }, b: { content: "blue" } });
});
