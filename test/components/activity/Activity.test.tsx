import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Activity } from "../../../src/components/activity/Activity.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

function show(activityType: string, content: Record<string, unknown>) {
  return render(<Activity message={{ id: "a", role: "activity", activityType, content }} />);
}

test("shows a plan as a checklist that says how far each step is", () => {
  show("PLAN", {
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

test("says of what was under way when the run was over that it is not finished", async () => {
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
])("reads the state %s as %s", (state, shown) => {
  show("TASKS", { items: [{ name: "One", done: state }] });
  expect(screen.getByRole("listitem")).toHaveAttribute("data-status", shown);
});

test("shows plain fields under names a person can read", () => {
  show("SEARCH_RESULTS", { sourceCount: 3, is_final: false, note: null });
  expect(screen.getByText("Search results")).toBeVisible();
  const terms = screen.getAllByRole("term").map((term) => term.textContent);
  expect(terms).toEqual(["Source count", "Is final", "Note"]);
  expect(screen.getAllByRole("definition").map((it) => it.textContent)).toEqual([
    "3",
    "No",
    "None",
  ]);
});

test("shows a share as progress", () => {
  show("IMPORT", { progress: 0.4 });
  expect(screen.getByRole("progressbar", { name: "Progress" })).toHaveValue(0.4);
});

test("shows lists, and what is nested too deep as source", () => {
  show("ANY", { a: { b: { c: { d: { e: 1 } } } }, tags: ["x", "y"], mixed: [{ title: "t" }, 2] });
  expect(screen.getByText(/"e": 1/)).toBeVisible();
  const [tags] = screen.getAllByRole("list");
  expect(within(tags as HTMLElement).getAllByRole("listitem")).toHaveLength(2);
});

describe("a search", () => {
  const found = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      url: `https://www.example.com/${n}`,
      title: `Ferry ${n}`,
      snippet: `Pier ${n}`,
    }));

  test("says what it searches, how far it is, and where what it found leads to", () => {
    show("SEARCH", {
      query: "ferries to Cacilhas",
      status: "searching",
      progress: 3,
      total: 12,
      results: found(2),
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

  test("shows five sources, and the others when they are asked for", async () => {
    show("SEARCH", { results: found(7) });
    expect(screen.getAllByRole("link")).toHaveLength(5);
    await userEvent.click(screen.getByText("2 more sources"));
    expect(screen.getAllByRole("link")).toHaveLength(7);
  });

  test("is called by what was searched where it does not say how far it is", () => {
    show("SEARCH", { query: "ferries", results: ["https://www.example.com/0"] });
    expect(screen.getByRole("term")).toHaveTextContent("Query");
    expect(screen.getByRole("definition")).toHaveTextContent("ferries");
    expect(screen.getByRole("link")).toHaveAccessibleName("example.com");
  });

  test("is shown as whatever it says where its sources lead nowhere safe", () => {
    show("SEARCH", { results: [{ url: "javascript:alert(1)", title: "Free money" }] });
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getByText("javascript:alert(1)")).toBeVisible();
  });

  test("says how far it is in the words that were set", () => {
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
