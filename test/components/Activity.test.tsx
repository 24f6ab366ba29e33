import { act, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Activity } from "../../src/components/Activity.tsx";
import { ThreadProvider } from "../../src/hooks/ThreadProvider.tsx";
import { createThread } from "../../src/store/createThread.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { loadViews } from "./loadViews.tsx";

loadViews();

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
  expect(steps).toEqual(["Done: Read", "In progress: Think", "Failed: Guess", "To do: Write"]);
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
  expect(step()).toHaveTextContent("In progress: Think");
  await act(async () => thread.stop());
  await waitFor(() => expect(step()).toHaveTextContent("Not finished: Think"));
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
