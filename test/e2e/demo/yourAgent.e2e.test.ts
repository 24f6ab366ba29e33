import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, type ServerName, startServer } from "../../servers/startServer.ts";
import { pageLaunchOptions } from "../../setup/chromium.ts";
import { type ChatPage, type OpenChatOptions, openChat } from "../support/chat.ts";
import { type Demo, startBuiltDemo, startDemo } from "../support/demo.ts";

/** The demo connected to a real server, as `AGENT_URL=… AGENT_DIALECT=… npm run demo` starts it. */

const names = ["strands", "tanstack"] as const;
const servers: Partial<Record<ServerName, RunningServer>> = {};
/** Demos by the address of their agent. */
const demos = new Map<string, Promise<Demo>>();
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(pageLaunchOptions);
  for (const name of names) servers[name] = await startServer(name);
});

afterAll(async () => {
  await browser?.close();
  for (const server of Object.values(servers)) await server.stop();
  // A demo that failed to start must not keep the others open.
  for (const demo of await Promise.allSettled(demos.values()))
    if (demo.status === "fulfilled") await demo.value.close();
});

async function open(name: ServerName, path: string, options?: OpenChatOptions): Promise<ChatPage> {
  const agentUrl = `${servers[name]?.url}${path}`;
  // The demo of a single test is served as by `npm run demo`.
  const start = name === "strands" && path === "/backend-tool" ? startDemo : startBuiltDemo;
  const dialect = name === "tanstack" ? { agentDialect: name } : {};
  const demo = demos.get(agentUrl) ?? start({ agentUrl, ...dialect });
  demos.set(agentUrl, demo);
  // Any warning of the page fails its test, also that of an issue in the stream.
  return openChat(browser, await demo, options);
}

describe.each(names)("the server %s", (name) => {
  it("is the only example, and answers several messages", async () => {
    await using chat = await open(name, "/chat");
    await chat.page.getByRole("heading", { name: "Your agent", exact: true }).waitFor();
    expect(await chat.page.getByRole("navigation").getByRole("link").count()).toBe(1);
    await chat.suggest("Hello");
    await chat.ended();
    await chat.send("tell me a story");
    await chat.messages("Assistant").last().getByText("The end. 🏁").waitFor();
    await chat.ended();
    await chat.send("what did I say?");
    await chat.ended();

    const answers = chat.messages("Assistant");
    expect(await answers.first().innerText()).toBe("Hello! How can I help you today?");
    const story = answers.nth(1);
    expect(await story.getByRole("heading", { name: "Café résumé" }).count()).toBe(1);
    expect(await story.getByRole("row").count()).toBe(2);
    expect(await story.locator("pre").textContent()).toContain("// <b>not html</b>");
    expect(await story.textContent()).toContain("<script>alert(1)</script>");
    expect(await answers.nth(2).innerText()).toBe("You said: Hello / tell me a story");
  });

  it("shows a backend tool call with its result", async () => {
    await using chat = await open(name, "/backend-tool");
    await chat.send("weather in Paris?");
    await chat.messages("Assistant").last().getByText("It is 18°C and sunny").waitFor();
    await chat.ended();
    const call = chat.log.locator("details", { hasText: "Get weather" });
    await call.getByText("Done").waitFor();
    await call.locator("summary").click();
    await call.getByText("Sunny").waitFor();
    expect(await chat.log.locator("details").count()).toBe(1);
  });

  it("shows reasoning above the answer", async () => {
    await using chat = await open(name, "/reasoning");
    await chat.send("think: 6 times 7");
    await chat.messages("Assistant").getByText("6 × 7 = 42.").waitFor();
    await chat.ended();
    const reasoning = chat.messages("Reasoning").first();
    await reasoning.locator("summary").click();
    await reasoning.getByText("Six sevens are forty-two.").waitFor();
  });

  it("shows the model's error, and answers the next message", async () => {
    await using chat = await open(name, "/chat");
    await chat.send("fail now");
    await chat.log.getByText("The assistant is having trouble right now.").waitFor();
    await chat.log.getByText("Details", { exact: true }).click();
    await chat.log.getByText("400 The model is overloaded").waitFor();
    await chat.page.getByRole("button", { name: "Try again" }).waitFor();
    await chat.send("hello");
    await chat.messages("Assistant").getByText("How can I help you").waitFor();
    expect(await chat.page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });

  it("keeps a partial answer after a lost connection", async () => {
    await using chat = await open(name, "/chat");
    await chat.send("cut off");
    await chat.page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await chat.messages("Assistant").innerText()).toBe("This answer will be cut");
  });

  it("stops during an answer", async () => {
    await using chat = await open(name, "/chat");
    await chat.send("count slowly");
    await chat.messages("Assistant").getByText("5, 6, 7").waitFor();
    await chat.page.getByRole("button", { name: "Stop" }).click();
    await chat.log.getByText("Stopped").waitFor();
    const half = await chat.messages("Assistant").innerText();
    expect(half).toMatch(/^1, 2, 3, [\d, ]+$/);
    expect(half).not.toContain("299");
  });
});

describe("strands alone", () => {
  it("shows the shared state", async () => {
    await using chat = await open("strands", "/shared-state");
    await chat.send("an italian recipe");
    // The state is a recipe, so the recipe card renders it.
    const title = chat.page.getByRole("textbox", { name: "Title" });
    await expect.poll(() => title.inputValue()).toBe("Pasta al Pomodoro");
    await chat.messages("Assistant").last().getByText("I wrote a pasta recipe.").waitFor();
  });

  it("waits after an interrupt, and continues with the next message", async () => {
    await using chat = await open("strands", "/interrupt");
    await chat.send("schedule a meeting");
    await chat.log.getByText("Needs your input").first().waitFor();
    await chat.send("never mind");
    await chat.messages("Assistant").last().getByText("The meeting is settled.").waitFor();
    const call = chat.log.locator("details", { hasText: "Schedule meeting" });
    expect(await call.count()).toBe(1);
    await call.getByText("Done").waitFor();
  });
});

describe("an unreachable agent", () => {
  it("shows an error in the conversation, with its address without secrets", async () => {
    await using demo = await startBuiltDemo({
      agentUrl: "http://me:secret@127.0.0.1:9/agent?key=secret",
    });
    await using chat = await openChat(browser, demo, { expectedErrors: /502/ });
    await chat.send("hello");
    await chat.page.getByRole("button", { name: "Try again" }).waitFor();
    await chat.log.getByText("Details").click();
    await chat.log.getByText("http://127.0.0.1:9/agent cannot be reached").waitFor();
    expect(await chat.page.content()).not.toContain("secret");
  });
});
