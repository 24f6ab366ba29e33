import { afterEach, expect, test, vi } from "vitest";
import type { Dialect } from "../../../src/protocol/dialect.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect } from "../../support/collect.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";
import { readRecording } from "../../support/recordings.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const stream = (...events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const legacy = stream(
  { type: "RUN_STARTED", runId: "r1", model: "m" },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolName: "search" },
);
const watch = () => vi.spyOn(console, "warn").mockImplementation(() => {});

test("an agent that reads events of another dialect warns once with the name of that dialect", async () => {
  const warn = watch();
  const fetch = fakeFetch(legacy, { chunkSize: 40 });
  const agent = httpAgent({ url: "http://accent.test/chat?key=1", fetch });
  await collect(agent);
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  await collect(agent);
  await collect(agent);
  expect(warn.mock.calls).toEqual([
    [
      expect.stringMatching(
        /http:\/\/accent\.test\/chat sends .*tanstack.* httpAgent\(\{ url, dialect: tanstack\(\) \}\)/,
      ),
    ],
  ]);
});

test.each([
  "strands/backend-tool.sse",
  "copilotkit/reasoning.sse",
  "langgraph/interrupt-resume.1.sse",
  "server-starter/human-in-the-loop.1.sse",
  "encoder/all-events-1.0.0.sse",
])("plain AG-UI causes no hint: %s", async (name) => {
  const warn = watch();
  const fetch = fakeFetch(readRecording(name));
  await collect(httpAgent({ url: `http://plain.test/${name}`, fetch }));
  // A hint for the first run would appear before the hint for the second run.
  await collect(httpAgent({ url: `http://marker.test/${name}`, fetch: fakeFetch(legacy) }));
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls.flat().join()).not.toContain("plain.test");
});

test("no hint is logged in production or with a dialect", async () => {
  const warn = watch();
  vi.stubEnv("NODE_ENV", "production");
  await collect(httpAgent({ url: "http://production.test/", fetch: fakeFetch(legacy) }));
  vi.unstubAllEnvs();
  const dialect: Dialect = { name: "test", read: () => ({ push: () => [], end: () => [] }) };
  await collect(httpAgent({ url: "http://dialect.test/", dialect, fetch: fakeFetch(legacy) }));
  await collect(httpAgent({ url: "http://marker.test/", fetch: fakeFetch(legacy) }));
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls).toHaveLength(1);
});
