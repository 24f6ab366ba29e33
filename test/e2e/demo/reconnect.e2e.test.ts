import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { findViolations, loadAxe, unfold } from "../support/axe.ts";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { phone } from "../support/interruptCards.ts";
import { watchFor } from "../support/watch.ts";

const inBrowser = demoInBrowser();

/** Browser messages for failed connections. */
const expectedErrors = /status of 503|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_FAILED/;
const open = (query: string, options = {}) =>
  inBrowser.open({ example: "reconnect", query, expectedErrors, ...options });

const answerOf = (chat: ChatPage) => chat.messages("Assistant").innerText();
const connections = ({ page }: ChatPage) =>
  page.getByRole("complementary", { name: "Connection" }).getByRole("listitem");

/** Returns the whole story from an uninterrupted connection. */
async function unbroken(): Promise<string> {
  await using chat = await open("?pace=fast");
  await chat.suggest("Tell it without a break");
  await chat.ended();
  expect(await connections(chat).count()).toBe(1);
  return (await answerOf(chat)).replace(/^.*\n+/, "");
}

describe("a connection that is lost during an answer", () => {
  it.each([
    ["Tell a story, and cut the line once", 1],
    ["Cut the line twice", 2],
  ] as const)("resumes without missing or repeated text: %s", async (wish, cuts) => {
    const story = await unbroken();
    await using chat = await open("?pace=brisk");
    const seen = await watchFor(chat.log, "Reconnecting", "nothing is there twice.");
    await chat.suggest(wish);
    await chat.ended();
    expect((await answerOf(chat)).replace(/^.*\n+/, "")).toBe(story);
    const [reconnecting = Number.NaN, whole = Number.NaN] = await seen();
    expect(reconnecting).toBeLessThan(whole);
    // The panel has one line per connection: the lost ones, and the last one.
    await eventually(() => connections(chat).filter({ hasText: "disconnected" }).count()).toBe(
      cuts,
    );
    await eventually(() => connections(chat).first().innerText()).toContain("complete");
    expect(chat.demo.agent.abandoned, "the server's run was never given up").toBe(0);
  });

  it("fails while offline, and resumes when the user tries again", async () => {
    const story = await unbroken();
    await using chat = await open("");
    await chat.suggest("Tell it without a break");
    await chat.log.getByText("lighthouse keeper").waitFor();
    const offline = chat.page.getByRole("switch", { name: /^Stay offline/ });
    await offline.check();
    await chat.log.getByText("Reconnecting").waitFor();
    const half = await answerOf(chat);
    const retry = chat.log.getByRole("button", { name: "Try again" });
    await retry.waitFor();
    expect(await answerOf(chat), "what came stays").toBe(half);
    await eventually(() =>
      connections(chat).filter({ hasText: "no connection" }).count(),
    ).toBeGreaterThan(2);
    await offline.uncheck();
    await retry.click();
    await chat.ended();
    expect((await answerOf(chat)).replace(/^.*\n+/, "")).toBe(story);
  });

  it("resumes as soon as the network is back", async () => {
    const story = await unbroken();
    await using chat = await open("");
    await chat.suggest("Tell it without a break");
    await chat.log.getByText("lighthouse keeper").waitFor();
    const offline = chat.page.getByRole("switch", { name: /^Stay offline/ });
    await offline.check();
    await chat.log.getByText("Reconnecting").waitFor();
    await offline.uncheck();
    await chat.ended();
    expect((await answerOf(chat)).replace(/^.*\n+/, "")).toBe(story);
    expect(await connections(chat).first().innerText()).toMatch(/^Resume after event [1-9]/);
  });

  it("is stopped while reconnecting, and the server is notified", async () => {
    await using chat = await open("");
    await chat.suggest("Tell a story, and cut the line once");
    await chat.log.getByText("Reconnecting").waitFor();
    await chat.page.getByRole("button", { name: "Stop", exact: true }).click();
    await chat.log.getByText("Stopped").waitFor();
    await eventually(() => chat.demo.agent.abandoned).toBe(1);
  });

  it("shows its status on a phone, and axe finds no violation", async () => {
    await using chat = await open("?pace=fast", phone);
    await chat.suggest("Cut the line twice");
    await chat.ended();
    await chat.page.getByText(/^Connection: complete/).waitFor();
    await unfold(chat.page);
    await loadAxe(chat.page);
    expect(await findViolations(chat.page)).toEqual([]);
  });
});
