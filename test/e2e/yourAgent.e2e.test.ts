import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, type ServerName, startServer } from "../servers/startServer.ts";
import { pageLaunchOptions } from "../setup/chromium.ts";
import { type ChatPage, type OpenChatOptions, openChat } from "./chat.ts";
import { type Demo, startDemo } from "./demo.ts";

/** The demo in front of a real server, as `AGENT_URL=… npm run demo` puts it. */

const names = ["strands", "tanstack"] as const;
const servers: Partial<Record<ServerName, RunningServer>> = {};
/** By the address of the agent they stand in front of. */
const demos = new Map<string, Promise<Demo>>();
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(pageLaunchOptions);
  for (const name of names) servers[name] = await startServer(name);
});

afterAll(async () => {
  await browser?.close();
  for (const server of Object.values(servers)) await server.stop();
  // One that did not start keeps none of the others.
  for (const demo of await Promise.allSettled(demos.values()))
    if (demo.status === "fulfilled") await demo.value.close();
});

async function open(name: ServerName, path: string, options?: OpenChatOptions): Promise<ChatPage> {
  const agentUrl = `${servers[name]?.url}${path}`;
  // One of them is served file by file, as `npm run demo` does it.
  const isBundled = name !== "strands" || path !== "/chat";
  const demo = demos.get(agentUrl) ?? startDemo({ agentUrl, isBundled });
  demos.set(agentUrl, demo);
  // The demo takes any server for plain AG-UI, and is told that this one has a dialect.
  const expected = name === "tanstack" ? { expectedErrors: /dialect of tanstack/ } : {};
  return openChat(browser, await demo, { ...expected, ...options });
}

describe.each(names)("%s", (name) => {
  it("is the only scene, and answers turn after turn", async () => {
    await using chat = await open(name, "/chat");
    await chat.page.getByRole("heading", { name: "Your agent", exact: true }).waitFor();
    expect(await chat.page.getByRole("navigation").getByRole("link").count()).toBe(1);
    await chat.suggest("Hello");
    await chat.ended();
    await chat.say("tell me a story");
    await chat.messages("Assistant").last().getByText("The end. 🏁").waitFor();
    await chat.ended();
    await chat.say("what did I say?");
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

  it("shows a call of the server's own tool and its result", async () => {
    await using chat = await open(name, "/backend-tool");
    await chat.say("weather in Paris?");
    await chat.messages("Assistant").last().getByText("It is 18°C and sunny").waitFor();
    await chat.ended();
    const call = chat.log.locator("details", { hasText: "get_weather" });
    await call.getByText("Done").waitFor();
    await call.locator("summary").click();
    await call.getByText("Sunny").waitFor();
    expect(await chat.log.locator("details").count()).toBe(1);
  });

  it("shows reasoning above the answer", async () => {
    await using chat = await open(name, "/reasoning");
    await chat.say("think: 6 times 7");
    await chat.messages("Assistant").getByText("6 × 7 = 42.").waitFor();
    await chat.ended();
    const thought = chat.messages("Reasoning").first();
    await thought.locator("summary").click();
    await thought.getByText("Six sevens are forty-two.").waitFor();
  });

  it("shows the model's error, and what is said next is answered", async () => {
    await using chat = await open(name, "/chat");
    await chat.say("fail now");
    await chat.log.getByText("400 The model is overloaded").waitFor();
    await chat.page.getByRole("button", { name: "Try again" }).waitFor();
    await chat.say("hello");
    await chat.messages("Assistant").getByText("How can I help you").waitFor();
    expect(await chat.page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });

  it("keeps the half of an answer that is cut off", async () => {
    await using chat = await open(name, "/chat");
    await chat.say("cut off");
    await chat.page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await chat.messages("Assistant").innerText()).toBe("This answer will be cut");
  });

  it("stops in mid-answer", async () => {
    await using chat = await open(name, "/chat");
    await chat.say("count slowly");
    await chat.messages("Assistant").getByText("5, 6, 7").waitFor();
    await chat.page.getByRole("button", { name: "Stop" }).click();
    await chat.log.getByText("Stopped").waitFor();
    const half = await chat.messages("Assistant").innerText();
    expect(half).toMatch(/^1, 2, 3, [\d, ]+$/);
    expect(half).not.toContain("299");
  });
});

describe("strands alone", () => {
  it("shows the state it shares", async () => {
    await using chat = await open("strands", "/shared-state");
    await chat.say("an italian recipe");
    // It is a recipe, so it is shown as one.
    const title = chat.page.getByRole("textbox", { name: "Title" });
    await expect.poll(() => title.inputValue(), { timeout: 10_000 }).toBe("Pasta al Pomodoro");
    await chat.messages("Assistant").last().getByText("I wrote a pasta recipe.").waitFor();
  });

  it("waits after an interrupt, and goes on with the next message", async () => {
    await using chat = await open("strands", "/interrupt");
    await chat.say("schedule a meeting");
    await chat.log.getByText("Needs your input").first().waitFor();
    await chat.say("never mind");
    await chat.messages("Assistant").last().getByText("The meeting is settled.").waitFor();
    const call = chat.log.locator("details", { hasText: "schedule_meeting" });
    expect(await call.count()).toBe(1);
    await call.getByText("Done").waitFor();
  });
});

describe("an agent that is not there", () => {
  it("is an error in the conversation, and its address is shown without secrets", async () => {
    await using demo = await startDemo({
      agentUrl: "http://me:secret@127.0.0.1:9/agent?key=secret",
      isBundled: true,
    });
    await using chat = await openChat(browser, demo, { expectedErrors: /502/ });
    await chat.say("hello");
    await chat.page.getByRole("button", { name: "Try again" }).waitFor();
    await chat.log.getByText("Details").click();
    await chat.log.getByText("http://127.0.0.1:9/agent cannot be reached").waitFor();
    expect(await chat.page.content()).not.toContain("secret");
  });
});
