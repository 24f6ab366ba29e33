import { describe, expect, test } from "vitest";
import { readCapabilities } from "../../../src/transport/http/callRoute.ts";

/** The answer of `/info` of CopilotKit's runtime, with the fields that matter. */
const info = (agents: unknown) => ({
  version: "1.0.0",
  agents,
  audioFileTranscriptionEnabled: false,
  mode: "sse",
});
const writer = {
  name: "writer",
  className: "HttpAgent",
  description: "Writes texts.",
  capabilities: { tools: { clientProvided: false } },
};
const planner = { name: "planner", className: "HttpAgent", description: "" };
const readWriter = {
  tools: { clientProvided: false },
  identity: { name: "writer", description: "Writes texts." },
};

describe("the `/info` answer of CopilotKit's runtime", () => {
  test.each([
    ["its only agent", { writer }, "/run", readWriter],
    ["the agent in the path", { planner, writer }, "/api/agent/writer/run", readWriter],
    [
      "the agent in the path, escaped",
      { planner, "a b": writer },
      "/agent/a%20b/run",
      {
        ...readWriter,
        identity: { name: "a b", description: "Writes texts." },
      },
    ],
    ["an agent without capabilities", { planner }, "/", { identity: { name: "planner" } }],
    [
      "the default agent, which has no name for users",
      { default: writer, planner },
      "/run",
      {
        ...readWriter,
        identity: { description: "Writes texts." },
      },
    ],
    ["none when the agent is not listed", { planner, writer }, "/agent/other/run", undefined],
    ["none without agents", {}, "/", undefined],
    ["none for an agent of another shape", { writer: "HttpAgent" }, "/", undefined],
  ])("is read as the capabilities of %s", (_, agents, url, expected) => {
    expect(readCapabilities(info(agents), url)).toEqual(expected);
  });

  test.each([
    ["its only agent", [writer], "/run", readWriter],
    ["the agent in the path", [planner, writer], "/agent/writer/run", readWriter],
    ["none when the agent is not listed", [planner, writer], "/agent/other/run", undefined],
  ])("in a list is read as the capabilities of %s", (_, agents, url, expected) => {
    expect(readCapabilities(info(agents), url)).toEqual(expected);
  });

  test("leaves the identity that the capabilities declare", () => {
    const named = { ...writer, capabilities: { identity: { name: "Ada", type: "mastra" } } };
    expect(readCapabilities(info({ writer: named }), "/")).toEqual({
      identity: { name: "Ada", description: "Writes texts.", type: "mastra" },
    });
  });
});

test.each([[{ identity: { name: "Ada" } }], [undefined], ["text"], [{ agents: ["a"] }]])(
  "any other answer stays as it is: %j",
  (answer) => {
    expect(readCapabilities(answer, "/")).toEqual(answer);
  },
);
