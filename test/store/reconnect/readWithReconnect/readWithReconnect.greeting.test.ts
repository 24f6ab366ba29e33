import { expect, test } from "vitest";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../../src/transport/http/httpAgent.ts";
import { type Handler, startHttpServer } from "../../../support/httpServer.ts";

const sse = (...frames: readonly object[]) =>
  frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("");
const runOf = (runId: string, text: string) =>
  sse(
    { type: "RUN_STARTED", threadId: "t1", runId },
    { type: "TEXT_MESSAGE_CHUNK", messageId: `m-${runId}`, delta: text },
    { type: "RUN_FINISHED", threadId: "t1", runId },
  );
const GREETINGS = {
  "a named frame": 'event: connected\ndata: {"status":"connected"}\n\n',
  "a named frame with an id": 'id: 1\nevent: connected\ndata: {"status":"connected"}\n\n',
  "a heartbeat": sse({ type: "ping" }),
  "a greeting and a heartbeat": sse({ hello: "world" }, { type: "ping" }),
};

/** Sends two messages to a server whose second run brings only `greeting`, and then responds to `/connect`. */
async function sendTwice(greeting: string, isCut: boolean, onConnect: Handler) {
  let runCount = 0;
  await using server = await startHttpServer((response, request) => {
    if (request.path === "/connect") return onConnect(response, request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    runCount += 1;
    if (runCount === 1) response.end(runOf("r1", "One"));
    else if (isCut) response.write(greeting, () => response.destroy());
    else response.end(greeting);
  });
  const agent = httpAgent({ url: `${server.url}/run`, connectUrl: `${server.url}/connect` });
  const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0, attempts: 2 } });
  await thread.run({ runId: "r1" });
  const { outcome, error } = await thread.run({ runId: "r2" });
  const texts = thread.getSnapshot().messages.map(({ content }) => content);
  return { outcome, error, texts, paths: server.requests.map(({ path }) => path) };
}

const answer =
  (body: string, status = 200, contentType = "text/event-stream"): Handler =>
  (response) => {
    response.writeHead(status, { "content-type": contentType }).end(body);
  };

test.each(
  Object.entries(GREETINGS).flatMap(([name, body]) => [
    [name, "ends", body],
    [name, "is lost", body],
  ]),
)("a run of which only %s has arrived resumes when its connection %s", async (_, end, body) => {
  const replay = answer(runOf("r1", "One") + runOf("r2", "Two"));
  expect(await sendTwice(body, end === "is lost", replay)).toEqual({
    outcome: "success",
    error: undefined,
    texts: ["One", "Two"],
    paths: ["/run", "/run", "/connect"],
  });
});

test.each([
  ["is empty", answer("")],
  ["has only earlier runs", answer(runOf("r1", "One"))],
  ["has only a greeting", answer(GREETINGS["a named frame"])],
  ["is unknown to the server", answer("", 404)],
  ["is refused", answer("", 405)],
  ["is a page", answer("<!doctype html><title>Sign in</title>", 200, "text/html")],
  ["is in the format of another system", answer(sse({ jsonrpc: "2.0", id: 1 }))],
])("a run of which only a greeting has arrived names it when its replay %s", async (_, replay) => {
  const { error, texts } = await sendTwice(GREETINGS["a named frame"], false, replay);
  expect(error).toMatchObject({ code: "malformed-stream" });
  expect(error?.message).toContain('Its first frame begins with {"status":"connected"}');
  expect(texts).toEqual(["One"]);
});

test("a run of which only a heartbeat has arrived is incomplete when its replay is empty", async () => {
  const { error } = await sendTwice(GREETINGS["a heartbeat"], false, answer(""));
  expect(error).toMatchObject({ code: "incomplete-stream" });
});

test("a run without a response is not resumed", async () => {
  const { error, paths } = await sendTwice("", false, answer(runOf("r2", "Two")));
  expect(error).toMatchObject({ code: "incomplete-stream" });
  expect(paths).toEqual(["/run", "/run"]);
});
