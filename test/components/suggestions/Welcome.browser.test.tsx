import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { Welcome } from "../../../src/components/suggestions/Welcome.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { preferReducedMotion } from "../ui/motion.ts";

const suggestions = ["Plan my week", "Find a table by the sea"];

/** Renders an empty chat with this style, and returns a function that measures one of its elements. */
function renderEmpty(style: React.CSSProperties, props: ChatProps = {}) {
  const { container } = render(
    <AgentProvider agent={scriptedAgent(textRun("Sure"))}>
      <Chat style={style} suggestions={suggestions} footer="Answers may be wrong." {...props} />
    </AgentProvider>,
  );
  return (selector: string) => {
    const element = container.querySelector(selector);
    if (!element) throw new Error(`no ${selector}`);
    return element.getBoundingClientRect();
  };
}

test.each([800, 560, 420])(
  "greeting, composer and suggestions are a group in %i px",
  (blockSize) => {
    const box = renderEmpty({ blockSize, inlineSize: 700 });
    const [chat, greeting, composer, row, footer] = [
      box(".agk-chat"),
      box(".agk-welcome-title"),
      box(".agk-composer"),
      box(".agk-suggestion-row"),
      box(".agk-footer"),
    ];
    expect(greeting.bottom).toBeLessThan(composer.top);
    expect(composer.top - greeting.bottom).toBeLessThan(70);
    expect(row.top).toBeGreaterThanOrEqual(composer.bottom);
    expect(row.top - composer.bottom).toBeLessThan(30);
    expect(footer.bottom).toBeLessThanOrEqual(chat.bottom);
  },
);

test("four suggestions wrap as two and two", () => {
  const four = [
    "Plan a day in Lisbon",
    "What is new this week?",
    "Write a thank-you note",
    "Explain quantum computing",
  ];
  const { container } = render(
    <AgentProvider agent={scriptedAgent(textRun("Sure"))}>
      <Chat style={{ blockSize: 700, inlineSize: 700 }} suggestions={four} />
    </AgentProvider>,
  );
  const tops = [...container.querySelectorAll(".agk-suggestion")].map(
    (suggestion) => suggestion.getBoundingClientRect().top,
  );
  expect(tops).toEqual([tops[0], tops[0], tops[2], tops[2]]);
  const [first] = container.querySelectorAll(".agk-suggestion");
  const gap = (tops[2] as number) - (first?.getBoundingClientRect().bottom ?? 0);
  expect(gap).toBeCloseTo(8, 0);
});

test.each([
  ["a title", undefined],
  ["a title and a text", <Welcome key="w" text="Ask about your trip." />],
  [
    "a logo, a title and a text",
    <Welcome
      key="w"
      text="Ask about your trip."
      logo={<i style={{ display: "block", blockSize: 48 }} />}
    />,
  ],
])("the group with %s is in the middle of a high chat", (_, welcome) => {
  const box = renderEmpty({ blockSize: 800, inlineSize: 700 }, { welcome, footer: undefined });
  const middle = (box(".agk-welcome").top + box(".agk-suggestion-row").bottom) / 2;
  const chat = box(".agk-chat");
  expect(Math.abs(middle - (chat.top + chat.bottom) / 2)).toBeLessThan(10);
});

test("a text that fits beside the edges of the composer stays on one line", () => {
  const text = "I know your orders, products and customers. How can I help?";
  const box = renderEmpty(
    { blockSize: 800, inlineSize: 620 },
    { welcome: <Welcome text={text} /> },
  );
  const line = Number.parseFloat(getComputedStyle(screen.getByText(text)).lineHeight);
  expect(box(".agk-welcome-text").height).toBeCloseTo(line, 0);
  expect(box(".agk-welcome-text").width).toBeLessThanOrEqual(box(".agk-composer").width);
});

test("a chat without a height is as high empty as with a message", async () => {
  const box = renderEmpty({ inlineSize: 700, blockSize: "auto" });
  const before = box(".agk-chat").height;
  expect(before).toBeGreaterThan(480);
  await userEvent.click(screen.getByRole("button", { name: "Plan my week" }));
  await screen.findByText("Sure");
  await vi.waitFor(() => expect(Math.abs(box(".agk-chat").height - before)).toBeLessThan(90));
});

/** Sends the first message of a chat, and returns the top of the composer in each frame until it is at the bottom. */
async function readComposerTops(): Promise<readonly number[]> {
  const box = renderEmpty({ blockSize: 800, inlineSize: 700 });
  const tops = [box(".agk-composer").top];
  screen.getByRole("button", { name: "Plan my week" }).click();
  const end = box(".agk-chat").bottom;
  do {
    await new Promise(requestAnimationFrame);
    tops.push(box(".agk-composer").top);
  } while (end - box(".agk-footer").bottom >= 2);
  await screen.findByText("Sure");
  return tops;
}

test("the first message moves the composer to the bottom, and suggestions and greeting go", async () => {
  const tops = await readComposerTops();
  const [first = 0, last = 0] = [tops[0], tops.at(-1)];
  expect(last - first).toBeGreaterThan(100);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  // A slow machine may drop frames, but shows the composer on its way.
  const onTheWay = new Set(tops.filter((top) => top > first + 1 && top < last - 1));
  expect(onTheWay.size).toBeGreaterThanOrEqual(2);
  const steps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(0.9 * (last - first));
  expect(screen.queryByRole("list", { name: "Suggestions" })).not.toBeInTheDocument();
  expect(screen.queryByText("How can I help?")).not.toBeInTheDocument();
});

test("the first message places the composer at the bottom at once under reduced motion", async () => {
  await using _reduced = await preferReducedMotion();
  const tops = await readComposerTops();
  const [first = 0, last = 0] = [tops[0], tops.at(-1)];
  expect(tops.filter((top) => top > first + 1 && top < last - 1)).toEqual([]);
});

test("the composer is about as far from the greeting as from the suggestions", () => {
  const box = renderEmpty(
    { blockSize: 800, inlineSize: 620 },
    { welcome: <Welcome text="How can I help?" /> },
  );
  const composer = box(".agk-composer");
  const above = composer.top - box(".agk-welcome-text").bottom;
  const below = box(".agk-suggestion").top - composer.bottom;
  expect(above).toBeGreaterThanOrEqual(20);
  expect(above).toBeLessThanOrEqual(32);
  expect(below).toBeGreaterThanOrEqual(16);
  expect(below).toBeLessThanOrEqual(20);
});
