import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../../src/transport/http/httpAgent.ts";
import { fakeFetch } from "../../../support/fakeFetch.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const send = async (body: string, contentType: string) => {
  const agent = httpAgent({
    url: "http://other.test/run",
    fetch: fakeFetch(body, { contentType }),
  });
  return (await createThread({ agent }).send("Hello")).error;
};

const LOGIN = "<!doctype html>\n<html><head><title>Sign in</title></head><body></body></html>";
const APP =
  '<!doctype html>\n<html><body><div id="root"></div><script src="/app.js"></script></body></html>';

test.each([
  ["a login page", LOGIN, ": Sign in."],
  ["a page of an application", APP, ": <!doctype html>."],
  ["a page after white space", `\n  ${LOGIN}`, ": Sign in."],
])("%s is named, also under the content types of events", async (_, body, excerpt) => {
  for (const type of ["text/html", "text/event-stream", "application/json"]) {
    const error = await send(body, type);
    expect(error).toMatchObject({ code: "content-type" });
    expect(error?.message).toContain(
      `http://other.test/run answered with ${type} instead of AG-UI events${excerpt} Check`,
    );
  }
});

const completion = {
  id: "chatcmpl-1",
  object: "chat.completion",
  choices: [{ message: { role: "assistant", content: "Hi" } }],
};

test.each([
  ["a failure", { detail: "Not authenticated" }, "Not authenticated"],
  ["a completion of OpenAI", completion, "This looks like an OpenAI response"],
  [
    "a response of OpenAI",
    { object: "response", output: [] },
    "This looks like an OpenAI response",
  ],
  ["an answer", { answer: "Hi", sources: [] }, '{"answer":"Hi","sources":[]}'],
])("a JSON body with %s is named, on one line or several", async (_, value, excerpt) => {
  for (const type of ["application/json", "text/event-stream"]) {
    for (const indent of [0, 2]) {
      const error = await send(JSON.stringify(value, null, indent), type);
      expect(error).toMatchObject({ code: "content-type" });
      expect(error?.message).toContain(excerpt);
      expect(error?.message).not.toContain("events: {.");
    }
  }
});

const list = (item: object) => [item, { ...item, second: true }];
test.each([
  ["Gemini", list({ candidates: [{ content: { parts: [{ text: "Hi" }] } }] }), "a Gemini stream"],
  [
    "Google ADK",
    list({ author: "a", content: { parts: [] }, invocationId: "e" }),
    "a stream of Google ADK",
  ],
])(
  "a JSON array of %s is named and quoted to its end, on one line or several",
  async (_, value, name) => {
    for (const type of ["application/json", "text/event-stream"]) {
      for (const indent of [0, 2]) {
        const error = await send(JSON.stringify(value, null, indent), type);
        expect(error).toMatchObject({ code: "content-type" });
        expect(error?.message).toContain(`This looks like ${name}.`);
        expect(JSON.parse(error?.context?.body ?? "")).toEqual(value);
      }
    }
  },
);

test.each(["", "\n \n", "[]", '{"events":[]}', ": connected\n\n"])(
  "the error of the body %j says that it is empty, and the console has the URL",
  async (body) => {
    const url = `http://other.test/${encodeURIComponent(body)}`;
    const agent = httpAgent({ url, fetch: fakeFetch(body, { contentType: "text/event-stream" }) });
    const { error } = await createThread({ agent }).send("Hello");
    expect(error).toMatchObject({ code: "incomplete-stream" });
    expect(error?.message).toContain("its body was empty");
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(`the response of ${url} had an empty body`),
    );
  },
);

test("a JSON message of Anthropic is named", async () => {
  const content = [{ type: "text", text: "Hi" }];
  const message = { type: "message", role: "assistant", content };
  const error = await send(JSON.stringify(message), "application/json");
  expect(error?.message).toContain("This looks like an Anthropic response");
});

test.each([
  ["text", "Internal Server Error\nTry later\n", '"Internal Server Error"'],
  ["lines of the AI SDK", 'f:{"messageId":"m"}\n0:"Hi"\n', '"f:{\\"messageId\\":\\"m\\"}"'],
])("%s under the content type of a stream is quoted", async (_, body, beginning) => {
  const error = await send(body, "text/event-stream");
  expect(error).toMatchObject({ code: "malformed-stream" });
  expect(error?.message).toContain(`Its first frame begins with ${beginning}.`);
});

test("an error as a line of text under the content type of a stream fails the run with its words", async () => {
  expect(await send("ValueError: no quota\n", "text/event-stream")).toMatchObject({
    code: "run-error",
    message: "ValueError: no quota",
  });
});

test("the UI message stream of the AI SDK is named", async () => {
  const parts = ["start", "start-step", "text-start", "text-delta", "text-end", "finish"];
  const frames = parts.map((type) => `data: ${JSON.stringify({ type, id: "0" })}\n\n`);
  const error = await send(`${frames.join("")}data: [DONE]\n\n`, "text/event-stream");
  expect(error).toMatchObject({ code: "malformed-stream" });
  expect(error?.message).toContain("This looks like a stream of the AI SDK");
});

test.each([
  ["nothing", ""],
  ["a field that is cut off", "dat"],
  ["a comment", ": connected\n\n"],
  ["an unknown field after an event", 'data: {"type":"ping"}\nother: 1\n\n'],
])("a stream of %s is incomplete", async (_, body) => {
  expect(await send(body, "text/event-stream")).toMatchObject({ code: "incomplete-stream" });
});
