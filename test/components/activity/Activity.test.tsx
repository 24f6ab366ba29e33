import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Activity } from "../../../src/components/activity/Activity.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

function renderActivity(activityType: string, content: Record<string, unknown>) {
  return render(<Activity message={{ id: "a", role: "activity", activityType, content }} />);
}

test("Activity shows a plan as a checklist with the status of each step", () => {
  renderActivity("PLAN", {
    steps: [
      { title: "Read", status: "completed" },
      { title: "Think", status: "in_progress" },
      { title: "Guess", status: "failed" },
      { title: "Write", status: "pending" },
    ],
  });
  expect(screen.getByText("Plan")).toBeVisible();
  const steps = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(steps).toEqual(["Done Read", "In progress Think", "Failed Guess", "To do Write"]);
});

test("Activity shows an active step as not finished after the run", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const content = { steps: [{ title: "Think", status: "in_progress" }] };
  render(
    <ThreadProvider thread={thread}>
      <Activity message={{ id: "a", role: "activity", activityType: "PLAN", content }} />
    </ThreadProvider>,
  );
  const step = () => screen.getByRole("listitem");
  await act(async () => void thread.run());
  expect(step()).toHaveTextContent("In progress Think");
  await act(async () => thread.stop());
  await waitFor(() => expect(step()).toHaveTextContent("Interrupted Think"));
  expect(step()).toHaveAttribute("data-status", "unfinished");
});

test.each([
  ["inProgress", "active"],
  ["RUNNING", "active"],
  ["Succeeded", "done"],
  ["whatever", "open"],
  [true, "done"],
  [false, "open"],
])("Activity reads the task status %s as %s", (status, shown) => {
  renderActivity("TASKS", { items: [{ name: "One", done: status }] });
  expect(screen.getByRole("listitem")).toHaveAttribute("data-status", shown);
});

test("Activity shows fields under readable labels", () => {
  renderActivity("SEARCH_RESULTS", { sourceCount: 3, is_final: false, note: null });
  expect(screen.getByText("Search results")).toBeVisible();
  const terms = screen.getAllByRole("term").map((term) => term.textContent);
  expect(terms).toEqual(["Source count", "Is final", "Note"]);
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "3",
    "No",
    "None",
  ]);
});

test("Activity shows a `progress` fraction as a progress bar", () => {
  renderActivity("IMPORT", { progress: 0.4 });
  expect(screen.getByRole("progressbar", { name: "Progress" })).toHaveValue(0.4);
});

test("Activity shows arrays as lists, and deeply nested values as JSON", () => {
  renderActivity("ANY", {
    a: { b: { c: { d: { e: 1 } } } },
    tags: ["x", "y"],
    mixed: [{ title: "t" }, 2],
  });
  expect(document.querySelector("pre.agk-source")).toHaveTextContent('"e": 1');
  const [tags] = screen.getAllByRole("list");
  expect(within(tags as HTMLElement).getAllByRole("listitem")).toHaveLength(2);
});

describe("a search activity", () => {
  const results = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      url: `https://www.example.com/${n}`,
      title: `Ferry ${n}`,
      snippet: `Pier ${n}`,
    }));

  test("shows its query, progress, sources and other fields", () => {
    renderActivity("SEARCH", {
      query: "ferries to Cacilhas",
      status: "searching",
      progress: 3,
      total: 12,
      results: results(2),
      engine: "local",
    });
    expect(screen.getByText("Search")).toBeVisible();
    expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("In progress ferries to Cacilhas");
    const bar = screen.getByRole("progressbar", { name: "Progress" });
    expect(bar).toHaveAttribute("value", "3");
    expect(bar).toHaveAttribute("max", "12");
    expect(screen.getByText("3 of 12")).toBeVisible();
    const [first, second] = screen.getAllByRole("link");
    expect(second).toHaveAccessibleName("Ferry 1");
    expect(first).toHaveAttribute("href", "https://www.example.com/0");
    expect(first).toHaveAttribute("rel", "noopener noreferrer");
    expect(screen.getAllByText("example.com")).toHaveLength(2);
    expect(screen.getByText("Pier 1")).toBeVisible();
    expect(screen.getByText("Engine")).toBeVisible();
    expect(screen.getByText("local")).toBeVisible();
  });

  test("collapses all but five sources", async () => {
    renderActivity("SEARCH", { results: results(7) });
    expect(screen.getAllByRole("link")).toHaveLength(5);
    await userEvent.click(screen.getByText("2 more sources"));
    expect(screen.getAllByRole("link")).toHaveLength(7);
  });

  test("shows its query as a field when it has no status", () => {
    renderActivity("SEARCH", { query: "ferries", results: ["https://www.example.com/0"] });
    expect(screen.getByRole("term")).toHaveTextContent("Query");
    expect(screen.getByRole("definition")).toHaveTextContent("ferries");
    expect(screen.getByRole("link")).toHaveAccessibleName("example.com");
  });

  test("is shown as fields when its sources have no safe address", () => {
    renderActivity("SEARCH", { results: [{ url: "javascript:alert(1)", title: "Free money" }] });
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getByText("javascript:alert(1)")).toBeVisible();
  });

  test("formats its progress with `strings.work`", () => {
    render(
      <ChatSettings
        strings={{ work: { progress: "Fortschritt", share: (share) => `${share * 100} Prozent` } }}
      >
        <Activity
          message={{ id: "a", role: "activity", activityType: "IMPORT", content: { percent: 25 } }}
        />
      </ChatSettings>,
    );
    expect(screen.getByRole("progressbar", { name: "Fortschritt" })).toHaveValue(0.25);
    expect(screen.getByText("25 Prozent")).toBeVisible();
  });
});
