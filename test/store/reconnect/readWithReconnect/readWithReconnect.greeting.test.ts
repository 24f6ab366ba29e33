import { expect, test } from "vitest";
import type { Dialect } from "../../../../src/protocol/dialect.ts";
import type { EventInput } from "../../../../src/protocol/events.ts";
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
  "a comment": ": ping\n\n",
  "a named heartbeat": "event: ping\ndata: {}\n\n",
};

/** Sends two messages to a server whose second run brings only `greeting`, and then responds to `/connect`. */
async function sendTwice(greeting: string, isCut: boolean, onConnect: Handler, dialect?: Dialect) {
  let runCount = 0;
  await using server = await startHttpServer((response, request) => {
    if (request.path === "/connect") return onConnect(response, request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    runCount += 1;
    if (runCount === 1) response.end(runOf("r1", "One"));
    else if (isCut) response.write(greeting, () => response.destroy());
    else response.end(greeting);
  });
  const urls = { url: `${server.url}/run`, connectUrl: `${server.url}/connect` };
  const agent = httpAgent({ ...urls, ...(dialect && { dialect }) });
  const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0, attempts: 2 } });
  await thread.send("First", { runId: "r1" });
  const { outcome, error } = await thread.send("Second", { runId: "r2" });
  const texts = thread.getSnapshot().messages.map(({ content }) => content);
  return { outcome, error, texts, paths: server.requests.map(({ path }) => path) };
}

/** Responds with events, which may state the messages that the client has sent. */
const replayWith =
  (makeEvents: (messages: readonly object[]) => readonly object[]): Handler =>
  (response, { body }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(sse(...makeEvents(JSON.parse(body).messages)));
  };
/** The messages of the first run. */
const history = (messages: readonly object[]) => ({
  type: "MESSAGES_SNAPSHOT",
  messages: messages.slice(0, 2),
});
const state = { type: "STATE_SNAPSHOT", snapshot: { count: 1 } };
const inRun = (runId: string, ...events: readonly object[]) => [
  { type: "RUN_STARTED", threadId: "t1", runId },
  ...events,
  { type: "RUN_FINISHED", threadId: "t1", runId },
];

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
    texts: ["First", "One", "Second", "Two"],
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
  ["has only the old messages", replayWith((sent) => [history(sent)])],
  ["has the old messages in another run", replayWith((sent) => inRun("c1", history(sent)))],
  ["has the old messages in the requested run", replayWith((sent) => inRun("r2", history(sent)))],
  [
    "has the old messages in an open run",
    replayWith((sent) => inRun("c1", history(sent)).slice(0, 2)),
  ],
  ["has a state in another run", replayWith(() => inRun("c1", state))],
])("a run of which only a greeting has arrived names it when its replay %s", async (_, replay) => {
  const { error, texts } = await sendTwice(GREETINGS["a named frame"], false, replay);
  expect(error).toMatchObject({ code: "malformed-stream" });
  expect(error?.message).toContain('Its first frame begins with {"status":"connected"}');
  expect(texts).toEqual(["First", "One", "Second"]);
});

test.each([
  ["has the requested run without a message", replayWith(() => inRun("r2"))],
  [
    "states the question in the requested run",
    replayWith((sent) => inRun("r2", { type: "MESSAGES_SNAPSHOT", messages: sent })),
  ],
])("a run of which only a greeting has arrived succeeds when its replay %s", async (_, replay) => {
  const { outcome, paths } = await sendTwice(GREETINGS["a named frame"], false, replay);
  expect([outcome, paths]).toEqual(["success", ["/run", "/run", "/connect"]]);
});

test("a run of which only a greeting has arrived succeeds when another run states its answer", async () => {
  const reply = { id: "m2", role: "assistant", content: "Two" };
  const replay = replayWith((sent) =>
    inRun("c1", { type: "MESSAGES_SNAPSHOT", messages: [...sent, reply] }),
  );
  const { outcome, texts } = await sendTwice(GREETINGS["a named frame"], false, replay);
  expect([outcome, texts]).toEqual(["success", ["First", "One", "Second", "Two"]]);
});

test("a run that has started is incomplete when its replay has the old messages in another run", async () => {
  const started = sse(...inRun("r2").slice(0, 1));
  const replay = replayWith((sent) => inRun("c1", history(sent)));
  const { error, texts } = await sendTwice(started, false, replay);
  expect(error).toMatchObject({ code: "incomplete-stream" });
  expect(texts).toEqual(["First", "One", "Second"]);
});

/** Number of states and messages that differ from response to response. */
let sentCount = 0;

test.each([
  ["the same messages", "ends", replayWith((sent) => [history(sent)]), 2],
  ["the same messages", "is lost", replayWith((sent) => [history(sent)]), 2],
  [
    "the same messages under other ids",
    "ends",
    replayWith((sent) => [
      {
        type: "MESSAGES_SNAPSHOT",
        messages: sent.map((message) => ({ ...message, id: `id-${++sentCount}` })),
      },
    ]),
    2,
  ],
  ["the same state", "ends", replayWith(() => [state]), 2],
  [
    "another state",
    "ends",
    replayWith(() => [{ type: "STATE_SNAPSHOT", snapshot: ++sentCount }]),
    2,
  ],
])(
  "a started run fails after its attempts when each replay has %s and its connection %s",
  async (_, end, replay, count) => {
    const { error, paths } = await sendTwice(
      sse(...inRun("r2").slice(0, 1)),
      end === "is lost",
      replay,
    );
    expect(error).toMatchObject({ code: "network" });
    expect(paths.filter((path) => path === "/connect")).toHaveLength(count);
  },
);

test("a run of which only a heartbeat has arrived is incomplete when its replay is empty", async () => {
  const { error } = await sendTwice(GREETINGS["a heartbeat"], false, answer(""));
  expect(error).toMatchObject({ code: "incomplete-stream" });
});

test("a run of a dialect of which only a comment has arrived resumes", async () => {
  const read: Dialect["read"] = () => ({
    // The frames of this dialect are events.
    push: ({ data }) => [data as EventInput],
    end: () => [],
  });
  const replay = answer(runOf("r1", "One") + runOf("r2", "Two"));
  const { texts } = await sendTwice(GREETINGS["a comment"], true, replay, { name: "plain", read });
  expect(texts).toEqual(["First", "One", "Second", "Two"]);
});

test("a run without a response is not resumed", async () => {
  const { error, paths } = await sendTwice("", false, answer(runOf("r2", "Two")));
  expect(error).toMatchObject({ code: "incomplete-stream" });
  expect(paths).toEqual(["/run", "/run"]);
});
