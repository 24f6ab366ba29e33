import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useStateRenderer } from "../../../src/hooks/renderers/useStateRenderer.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { articles, rowOf, sampleTurns } from "./autoscroll/scrollChat.tsx";

function States(): ReactNode {
  useStateRenderer<number>({
    pointer: "/n",
    render: ({ state }) => <p data-testid="state">{`State ${state}`}</p>,
  });
  return null;
}

const cards = () => screen.queryAllByTestId("state").map(({ textContent }) => textContent);

test("a state leaves a windowed transcript with its message, and comes back with it", async () => {
  const first = createThread({
    agent: scriptedAgent([
      runStarted(),
      { type: "STATE_SNAPSHOT", snapshot: { n: 1 } },
      runFinished(),
    ]),
  });
  await first.send("Start");
  const { writtenStates, messages } = first.getSnapshot();
  // More messages after the first run than are all rendered.
  const agent = scriptedAgent([
    runStarted(),
    { type: "STATE_SNAPSHOT", snapshot: { n: 2 } },
    runFinished(),
  ]);
  const snapshot = {
    ...first.getSnapshot(),
    writtenStates,
    messages: [...messages, ...sampleTurns(510)],
  };
  const thread = createThread({ agent, snapshot });
  render(
    <div style={{ inlineSize: 400, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <States />
        <Chat />
      </ThreadProvider>
    </div>,
  );
  await thread.send("And again");
  await screen.findByText("State 2");
  expect(articles().length).toBeLessThan(1000);
  expect(cards()).toEqual(["State 2"]);
  const log = screen.getByRole("log");
  while (!cards().includes("State 1")) {
    const { length } = articles();
    log.scrollTop = 0;
    await waitFor(() =>
      expect(articles().length > length || cards().includes("State 1")).toBe(true),
    );
  }
  const question = rowOf(messages[0]?.id ?? "");
  const card = screen.getByText("State 1");
  // The card is between its message and the next one.
  expect(card.getBoundingClientRect().top).toBeGreaterThanOrEqual(
    question.getBoundingClientRect().bottom,
  );
  expect(card.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    rowOf("u0").getBoundingClientRect().top,
  );
});
