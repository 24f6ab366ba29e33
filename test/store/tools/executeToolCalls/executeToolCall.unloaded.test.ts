import { expect, test } from "vitest";
import { AgentKitError, createThread } from "../../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../../src/testing.ts";
import { call, callRun, resultsIn } from "../calls.ts";

test("calls a handler with unchecked arguments and records an issue when the validator cannot be loaded", async () => {
  const agent = scriptedAgent(callRun(call("paint", { color: 5 })), textRun("I see"));
  const thread = createThread({ agent });
  const codes: string[] = [];
  thread.subscribe({ onIssue: ({ code }) => codes.push(code) });
  thread.registerTool({
    name: "paint",
    parameters: {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: () => Promise.reject(new AgentKitError("load-failed", "There is no network.")),
        jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) },
      },
    },
    handler: (args) => args,
  });
  await thread.send("Hi");
  expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: '{"color":5}' });
  expect(codes).toEqual(["not-validated"]);
  expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-validated", subject: "c1" }]);
});
