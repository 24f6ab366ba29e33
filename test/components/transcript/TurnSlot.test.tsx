import { act, render, screen, within } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { TimedTurn } from "../../../src/components/message/TimedTurn.tsx";
import { Turn } from "../../../src/components/message/Turn.tsx";
import type { TurnProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { germanStrings } from "../../../src/components/strings/de.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { type TimedMessage, timedRun } from "../../../stories/timedRun.ts";

const DAY = 24 * 60;

beforeEach(() => {
  // Noon, so that no message is on another day by chance.
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(2026, 2, 4, 12));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function chatWith(messages: readonly TimedMessage[], props?: ChatProps) {
  const thread = createThread({ agent: scriptedAgent(timedRun(...messages)) });
  await thread.run();
  return (
    <ThreadProvider thread={thread}>
      <Chat {...props} />
    </ThreadProvider>
  );
}

const talk: readonly TimedMessage[] = [
  { role: "user", text: "Hi", age: DAY },
  { role: "assistant", text: "Hello", age: DAY },
  { role: "user", text: "And now?", age: 5 },
  { role: "assistant", text: "Now", age: 0 },
];

test("a chat shows no times and starts no timer by default", async () => {
  const chat = await chatWith(talk);
  const timers = vi.spyOn(globalThis, "setInterval");
  render(chat);
  expect(document.querySelector("time")).toBeNull();
  expect(timers).not.toHaveBeenCalledWith(expect.anything(), 60_000);
});

test("`TimedTurn` shows the age of each turn and the day where it changes", async () => {
  render(await chatWith(talk, { components: { Turn: TimedTurn } }));
  await screen.findByText("now");
  const times = [...document.querySelectorAll("time")];
  expect(times.map(({ textContent }) => textContent).slice(2)).toEqual(["5 minutes ago", "now"]);
  expect(times.every(({ dateTime }) => !Number.isNaN(Date.parse(dateTime)))).toBe(true);
  const days = screen.getAllByRole("separator").map(({ textContent }) => textContent);
  expect(days).toEqual(["Yesterday", "Today"]);
});

test("times have the language of the strings", async () => {
  render(await chatWith(talk, { components: { Turn: TimedTurn }, strings: germanStrings }));
  expect(await screen.findByText("vor 5 Minuten")).toBeVisible();
  expect(screen.getByRole("separator", { name: "Gestern" })).toBeVisible();
});

test("a loaded message without a time shows none", () => {
  const initialMessages = [{ id: "u", role: "user" as const, content: "Hi" }];
  const thread = createThread({ agent: scriptedAgent([]), initialMessages });
  render(
    <ThreadProvider thread={thread}>
      <Chat components={{ Turn: TimedTurn }} />
    </ThreadProvider>,
  );
  expect(document.querySelector("time")).toBeNull();
});

test("the age of a turn changes once a minute with one timer, and not in a hidden page", async () => {
  const ticks = vi.spyOn(globalThis, "setInterval");
  const stops = vi.spyOn(globalThis, "clearInterval");
  const chat = await chatWith(talk, { components: { Turn: TimedTurn } });
  const { unmount } = render(chat);
  const minutes = () => ticks.mock.calls.filter(([, ms]) => ms === 60_000);
  expect(minutes()).toHaveLength(1);
  const tick = () => act(() => minutes()[0]?.[0]());
  vi.setSystemTime(Date.now() + 60_000);
  tick();
  expect(screen.getByText("1 minute ago")).toBeVisible();
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  vi.setSystemTime(Date.now() + 60_000);
  tick();
  expect(screen.getByText("1 minute ago")).toBeVisible();
  hidden.mockRestore();
  const before = stops.mock.calls.length;
  unmount();
  expect(stops.mock.calls.length).toBeGreaterThan(before);
});

test("a server renders no times, and its page hydrates without a mismatch", async () => {
  const chat = await chatWith(talk, { components: { Turn: TimedTurn } });
  const container = document.createElement("div");
  container.innerHTML = renderToString(chat);
  document.body.append(container);
  expect(container.querySelector("time")).toBeNull();
  const mismatches: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, chat, { onRecoverableError: (error) => mismatches.push(error) }),
  );
  expect(mismatches).toEqual([]);
  expect(await within(container).findByText("5 minutes ago")).toBeVisible();
  act(() => root.unmount());
  container.remove();
});

test("`components.Turn` wraps each turn once, with its author and messages", async () => {
  const turns: string[] = [];
  const Mine = (props: TurnProps) => {
    turns.push(`${props.author} ${props.ids.join()}`);
    return <Turn {...props} avatar="A" footer="2 cents" />;
  };
  render(await chatWith(talk, { components: { Turn: Mine } }));
  expect(new Set(turns)).toEqual(new Set(["user m0", "assistant m1", "user m2", "assistant m3"]));
  expect(screen.getAllByText("2 cents")).toHaveLength(4);
});

test("the name of an agent is shown once above its turn", async () => {
  render(
    await chatWith([
      { role: "assistant", name: "Ada", text: "One", age: 0 },
      { role: "assistant", name: "Ada", text: "Two", age: 0 },
      { role: "assistant", name: "Bo", text: "Three", age: 0 },
    ]),
  );
  const log = within(screen.getByRole("log"));
  expect(log.getAllByText("Ada")).toHaveLength(1);
  expect(log.getAllByText("Bo")).toHaveLength(1);
});
