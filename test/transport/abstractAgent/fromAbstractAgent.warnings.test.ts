import { HttpAgent } from "@ag-ui/client";
import { afterEach, expect, test, vi } from "vitest";
import { fromAbstractAgent } from "../../../src/transport/abstractAgent/fromAbstractAgent.ts";

afterEach(() => vi.restoreAllMocks());

/** Returns the warnings of converting an agent twice. */
function warningsOf(agent: HttpAgent): readonly string[] {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  fromAbstractAgent(agent);
  fromAbstractAgent(agent);
  return warn.mock.calls.map(([text]) => String(text));
}

test("subscribers of a wrapped agent are named once in development", () => {
  const agent = new HttpAgent({ url: "http://localhost/agent" });
  agent.subscribe({ onEvent: () => {} });
  const warnings = warningsOf(agent);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/does not call the subscribers.*thread\.subscribe/);
});

test("the `debug` option of a wrapped agent is named once in development", () => {
  const warnings = warningsOf(new HttpAgent({ url: "http://localhost/agent", debug: true }));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/`debug`.*ignored-debug/);
});

test("an agent without either has no warnings", () => {
  expect(warningsOf(new HttpAgent({ url: "http://localhost/agent" }))).toEqual([]);
});
