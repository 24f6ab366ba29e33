import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AgentProvider, Chat, createAgentClient, httpAgent } from "../../../src/index.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const SECRET = "psql://admin:hunter2@10.0.0.5/db";
const started = 'data: {"type":"RUN_STARTED","threadId":"t1","runId":"r1"}\n\n';

/** Renders a chat whose run has received this body, opens the details if there are any, and returns all texts. */
async function textsAfter(body: string, showServerErrors?: boolean): Promise<string> {
  const client = createAgentClient({ agent: httpAgent({ url: "/agent", fetch: fakeFetch(body) }) });
  const { container, unmount } = render(
    <AgentProvider client={client}>
      <Chat showServerErrors={showServerErrors} />
    </AgentProvider>,
  );
  await act(() => client.thread().send("Hi"));
  await screen.findByRole("button", { name: "Try again" });
  const details = screen.queryByText("Details");
  if (details) await userEvent.click(details);
  const texts = container.textContent ?? "";
  unmount();
  return texts;
}

const foreignErrors: readonly (readonly [string, string])[] = [
  ["a text", `data: ValueError: ${SECRET}\n\n`],
  ["a text in a run", `${started}data: ValueError: ${SECRET}\n\n`],
  ["an event named error", `event: error\ndata: {"message":"${SECRET}"}\n\n`],
  ["an event named exception", `${started}event: exception\ndata: ${SECRET}\n\n`],
  ["an object with an error alone", `data: {"error":{"message":"${SECRET}","code":500}}\n\n`],
  ["an object with an error", `data: {"error":"${SECRET}","request":7}\n\n`],
  ["an object of the type error", `data: {"type":"error","message":"${SECRET}"}\n\n`],
  ["a detail of FastAPI", `${started}data: {"detail":"${SECRET}"}\n\n`],
];

test.each(foreignErrors)(
  "an error as %s is shown in general words in production, and without `showServerErrors`",
  async (_, body) => {
    expect(await textsAfter(body)).toContain(SECRET);
    vi.stubEnv("NODE_ENV", "production");
    for (const showServerErrors of [undefined, false]) {
      const texts = await textsAfter(body, showServerErrors);
      expect(texts).toContain("The assistant is having trouble right now.");
      expect(texts).not.toContain("hunter2");
    }
    expect(await textsAfter(body, true)).toContain(SECRET);
  },
);

test("the message of a RUN_ERROR is in the details in production", async () => {
  vi.stubEnv("NODE_ENV", "production");
  const failed = 'data: {"type":"RUN_ERROR","message":"No flour is left"}\n\n';
  expect(await textsAfter(failed)).toContain("No flour is left");
});
