import { act, render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DefaultInterrupt } from "../../../src/components/interrupt/DefaultInterrupt.tsx";
import { withMessages } from "../withMessages.tsx";

const NOW = new Date("2026-01-01T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Renders a card that expires after these seconds, and counts its renders. */
function renderExpiring(seconds: number | "some day") {
  let cardRenders = 0;
  let commits = 0;
  const interrupt = {
    id: "i1",
    reason: "confirmation",
    expiresAt:
      seconds === "some day" ? seconds : new Date(NOW.getTime() + seconds * 1000).toISOString(),
    // Read on every render of the card, and by nothing else.
    get message() {
      cardRenders++;
      return "Go on?";
    },
  };
  const Thread = withMessages();
  render(
    <Thread>
      <Profiler id="card" onRender={() => commits++}>
        <DefaultInterrupt
          interrupt={interrupt}
          isExpired={false}
          isOpen
          answer={undefined}
          toolCall={undefined}
          resolve={async () => []}
          cancel={async () => []}
          reopen={async () => {}}
        />
      </Profiler>
    </Thread>,
  );
  cardRenders = 0;
  commits = 0;
  return {
    counts: () => ({ cardRenders, commits }),
    /** Advances the clock second by second, with a render between timers. */
    pass: (seconds: number) => {
      for (let second = 0; second < seconds; second++) act(() => vi.advanceTimersByTime(1000));
    },
  };
}

function shown() {
  return screen.queryByRole("timer")?.textContent;
}

test("counts the last minutes in seconds and renders only the countdown", () => {
  const { pass, counts } = renderExpiring(125);
  expect(shown()).toBe("Expires in 2:05");
  pass(1);
  expect(shown()).toBe("Expires in 2:04");
  pass(9);
  expect(shown()).toBe("Expires in 1:55");
  expect(counts()).toEqual({ cardRenders: 0, commits: 10 });
  pass(114);
  expect(shown()).toBe("Expires in 0:01");
  pass(1);
  expect(shown()).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

test("counts in minutes before that and renders once a minute", () => {
  const { pass, counts } = renderExpiring(20 * 60 + 30);
  expect(shown()).toBe("Expires in 20 min");
  pass(31);
  expect(shown()).toBe("Expires in 19 min");
  pass(10 * 60);
  expect(shown()).toBe("Expires in 9 min");
  expect(counts()).toEqual({ cardRenders: 0, commits: 11 });
  pass(4 * 60 + 59);
  expect(shown()).toBe("Expires in 5:00");
});

test("renders nothing until an hour is left", () => {
  const { pass, counts } = renderExpiring(2 * 3600);
  expect(shown()).toBeUndefined();
  pass(3599);
  expect(shown()).toBeUndefined();
  expect(counts()).toEqual({ cardRenders: 0, commits: 0 });
  pass(1);
  expect(shown()).toBe("Expires in 60 min");
});

test("announces the time left twice to screen readers", () => {
  const { pass } = renderExpiring(6 * 60 + 1);
  const liveRegion = screen
    .getAllByRole("status")
    .find(({ className }) => className === "agk-sr-only") as HTMLElement;
  expect(liveRegion).toBeEmptyDOMElement();
  const announced = new Set<string | null>();
  for (let second = 0; second < 360; second++) {
    pass(1);
    announced.add(liveRegion.textContent);
  }
  expect([...announced]).toEqual(["", "Expires in 5 min", "Expires in 1 min"]);
});

test("does not announce the time that is left when the card appears", () => {
  const { pass } = renderExpiring(200);
  const liveRegion = screen
    .getAllByRole("status")
    .find(({ className }) => className === "agk-sr-only") as HTMLElement;
  pass(60);
  expect(liveRegion).toBeEmptyDOMElement();
  pass(90);
  expect(liveRegion).toHaveTextContent("Expires in 1 min");
});

test("renders nothing for an invalid date", () => {
  renderExpiring("some day");
  expect(shown()).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
