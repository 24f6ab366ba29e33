import { act, render, screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { Usage } from "../../../src/components/activity/Usage.tsx";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { japaneseStrings } from "../../../src/components/strings/ja.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { TokenUsage } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const using = (...usage: readonly TokenUsage[]) => [
  runStarted(),
  runFinished({ usage: [...usage] }),
];
const small = { model: "small", inputTokens: 12_000, outputTokens: 345 };
const prices = { models: { small: { input: 1, output: 2 } } };

/** Renders the usage of a thread; `run` starts its next run. */
function renderUsage(
  runs: readonly ReturnType<typeof using>[],
  props: ComponentProps<typeof Usage> = {},
) {
  const thread = createThread({ agent: scriptedAgent(...runs) });
  const { container } = render(
    <ThreadProvider thread={thread}>
      <Usage {...props} />
    </ThreadProvider>,
  );
  return { container, run: () => act(() => thread.run()) };
}

const lines = () =>
  screen.queryAllByRole("term").map((term) => term.parentElement?.textContent ?? "");

test("Usage renders nothing until a run reports usage, then that of the last run and the conversation", async () => {
  const { container, run } = renderUsage([using(), using(small), using(small), using()]);
  expect(container).toBeEmptyDOMElement();
  await run();
  expect(container).toBeEmptyDOMElement();
  await run();
  expect(lines()).toEqual([
    "Last response12,000 in · 345 out tokens",
    "Conversation12,000 in · 345 out tokens",
  ]);
  await run();
  expect(lines()).toEqual([
    "Last response12,000 in · 345 out tokens",
    "Conversation24,000 in · 690 out tokens",
  ]);
  // The last run reports no usage.
  await run();
  expect(lines()).toEqual(["Conversation24,000 in · 690 out tokens"]);
});

test("Usage shows the cost, and whether it is complete", async () => {
  const { run } = renderUsage(
    [using(small), using(small, { model: "new", inputTokens: 1, outputTokens: 1 })],
    {
      prices,
    },
  );
  await run();
  expect(lines()[0]).toBe("Last response12,000 in · 345 out tokens · $0.01");
  await run();
  expect(lines()).toEqual([
    "Last response12,001 in · 346 out tokens · at least $0.01",
    "Conversation24,001 in · 691 out tokens · at least $0.03",
  ]);
});

test("Usage shows no cost without a price for any model", async () => {
  const { run } = renderUsage([using({ model: "new", inputTokens: 1, outputTokens: 1 })], {
    prices,
  });
  await run();
  expect(lines()[0]).toBe("Last response1 in · 1 out tokens");
});

test("Usage shows only a total when the agent reports nothing else", async () => {
  const { run } = renderUsage([using({ totalTokens: 1234 })]);
  await run();
  expect(lines()[0]).toBe("Last response1,234 tokens");
});

test("Usage formats numbers with `strings.work`", async () => {
  const number = new Intl.NumberFormat("de");
  const work = {
    usageOfRun: "Letzte Antwort",
    tokens: ({ total }: { readonly total: number }) => `${number.format(total)} Token`,
    cost: (amount: number, currency: string) =>
      new Intl.NumberFormat("de", { style: "currency", currency }).format(amount),
  };
  const thread = createThread({
    agent: scriptedAgent(using({ ...small, inputTokens: 2_000_000 })),
  });
  render(
    <ThreadProvider thread={thread}>
      <ChatSettings strings={{ work }}>
        <Usage prices={{ ...prices, currency: "EUR" }} />
      </ChatSettings>
    </ThreadProvider>,
  );
  await act(() => thread.run());
  expect(lines()[0]).toBe("Letzte Antwort2.000.345 Token · 2,00\u00a0€");
});

test("Usage appears in a chat only with `components.Usage`", async () => {
  const thread = createThread({ agent: scriptedAgent(using(small)) });
  const chat = (props: ComponentProps<typeof Chat>) => (
    <ThreadProvider thread={thread}>
      <Chat {...props} />
    </ThreadProvider>
  );
  const { rerender } = render(chat({}));
  await act(() => thread.run());
  expect(screen.queryByText("Last response")).toBeNull();
  rerender(chat({ components: { Usage }, classNames: { Usage: "mine" } }));
  expect(within(screen.getByRole("log")).getByText("Last response")).toBeVisible();
  expect(document.querySelector(".mine")).toHaveClass("agk-usage mine", { exact: true });
});

test("Usage separates tokens and cost as the language does", async () => {
  const thread = createThread({ agent: scriptedAgent(using(small)) });
  render(
    <ThreadProvider thread={thread}>
      <ChatSettings strings={japaneseStrings}>
        <Usage prices={prices} />
      </ChatSettings>
    </ThreadProvider>,
  );
  await act(() => thread.run());
  expect(lines()[0]).toBe("最新の回答入力12,000・出力345トークン（$0.01）");
});
