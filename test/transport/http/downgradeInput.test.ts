import { HttpAgent } from "@ag-ui/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Message, RunAgentInput } from "../../../src/protocol/events.ts";
import { downgradeInput } from "../../../src/transport/http/downgradeInput.ts";
import { runInput } from "../../support/collect.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const messages: Message[] = [
  { id: "s1", role: "system", content: "Be brief." },
  {
    id: "u1",
    role: "user",
    content: [
      { type: "text", text: "What " },
      { type: "image", source: { type: "url", value: "https://x.test/a.png" } },
      { type: "text", text: "is this?" },
      { type: "audio", source: { type: "data", value: "AAAA", mimeType: "audio/wav" } },
    ],
  },
  { id: "u2", role: "user", content: [] },
  {
    id: "a1",
    role: "assistant",
    subagentRunId: "helper",
    toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }],
  },
  {
    id: "t1",
    role: "tool",
    toolCallId: "c1",
    subagentRunId: "helper",
    content: [{ type: "text", text: "42" }],
  },
  { id: "r1", role: "reasoning", content: "hm", encryptedValue: "c2Vj" },
];
const full = runInput({
  messages,
  state: { a: 1 },
  forwardedProps: { b: 2 },
  parentRunId: "r0",
  protocolVersion: "1.0",
  resume: [{ interruptId: "i1", status: "resolved", payload: { ok: true } }],
});

/** Returns the body that the reference client sends to a server of that version. */
async function referenceBody(input: RunAgentInput, ceiling: string): Promise<unknown> {
  class OlderAgent extends HttpAgent {
    override get maxProtocolVersion() {
      return ceiling;
    }
    // The client keeps its run input private; this override returns exactly `input`.
    protected override prepareRunAgentInput(): RunAgentInput {
      const { protocolVersion } = super.prepareRunAgentInput();
      const { protocolVersion: _, ...rest } = structuredClone(input);
      return { ...rest, ...(protocolVersion !== undefined && { protocolVersion }) };
    }
  }
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const fetch = fakeFetch(
    'data: {"type":"RUN_STARTED","threadId":"t1","runId":"r1"}\n\ndata: {"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}\n\n',
  );
  await new OlderAgent({ url: "http://agent.test/", fetch }).runAgent();
  return JSON.parse(String(fetch.calls[0]?.init.body));
}

test.each([
  ...["0.0.1", "0.0.38", "0.0.39", "0.0.40", "0.0.44", "0.0.45", "0.0.46", "0.0.56", "0.0.57"],
  ...["0.0.58", "0.0.59", "0.1", "0.9.9", "1.0", "1.0.0", "1.1", "2", "10.0.1"],
])("downgrading for %s equals the reference client", async (ceiling) => {
  const { input } = downgradeInput(full, ceiling);
  expect(JSON.parse(JSON.stringify(input))).toEqual(await referenceBody(full, ceiling));
});

describe("the lost fields of a downgraded input", () => {
  test.each<[ceiling: string, lost: readonly string[]]>([
    ["1.0", []],
    ["0.0.58", []],
    ["0.0.57", ["the subagentRunId of messages"]],
    ["0.0.40", ["the subagentRunId of messages"]],
    [
      "0.0.39",
      [
        "the subagentRunId of messages",
        "parentRunId",
        "image parts of messages",
        "audio parts of messages",
      ],
    ],
  ])("the lost fields are reported for %s", (ceiling, lost) => {
    expect(downgradeInput(full, ceiling).omitted).toEqual(lost);
  });

  test("no lost field is reported for a simple conversation", () => {
    expect(downgradeInput(runInput(), "0.0.1")).toEqual({ input: runInput(), omitted: [] });
  });
});

test("a malformed text part stays, so that the server can report the part", () => {
  // A history that another system persisted may hold malformed parts.
  const content = [{ type: "text", text: 42 }, { type: "image" }] as unknown as [];
  const input = runInput({ messages: [{ id: "u1", role: "user", content }] });
  expect(downgradeInput(input, "0.0.39")).toEqual({ input, omitted: [] });
});

test("downgrading does not modify the input", () => {
  const before = structuredClone(full);
  const { input } = downgradeInput(full, "0.0.39");
  expect(full).toEqual(before);
  expect(input.messages[0]).toBe(full.messages[0]);
  expect(downgradeInput(full, "1.0").input).toBe(full);
});
