import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ToolCallCardProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { ToolCallCard } from "../../../src/components/toolCall/ToolCallCard.tsx";
import type { ToolMessage } from "../../../src/protocol/events.ts";

type Status = ToolCallCardProps["status"];

function call(status: Status, args = '{"city":"Rome","days":[1,2]}'): ToolCallCardProps {
  return {
    toolCall: { id: "c1", type: "function", function: { name: "get_weather", arguments: args } },
    info: { messageId: "m1", status: "pending" },
    result: undefined,
    status,
    interrupts: [],
    outputs: [],
  };
}

const answered = (fields: Partial<ToolMessage>): ToolCallCardProps => ({
  ...call("complete"),
  result: { id: "r1", role: "tool", toolCallId: "c1", content: "", ...fields },
});

const openCard = () => userEvent.click(screen.getByText("Get weather"));

const sectionText = (label: string): string =>
  screen.getByText(label).closest(".agk-section")?.textContent ?? "";

const failure: ToolMessage = {
  id: "r1",
  role: "tool",
  toolCallId: "c1",
  content: "The city is not known.",
  error: "unknown city",
};

test.each<[Status, string]>([
  ["streaming", "Preparing"],
  ["pending", "Queued"],
  ["running", "Running"],
  ["waiting", "Needs your input"],
  ["complete", "Done"],
  ["failed", "Failed"],
  ["denied", "Denied"],
])("ToolCall shows the status %s as %j with an icon", (status, label) => {
  const { container } = render(<ToolCallCard {...call(status)} result={failure} />);
  expect(screen.getByText(label)).toBeVisible();
  expect(container.querySelector("summary svg")).toHaveAttribute("aria-hidden", "true");
  expect(screen.getByRole("group")).toHaveAttribute("data-status", status);
});

test.each([
  ['{"error":"offline"}', "warning", "Returned an error"],
  ["Error: offline", "warning", "Returned an error"],
  ['{"error":null,"sky":"clear"}', "complete", "Done"],
])("ToolCallCard shows a complete call with the result %j as %s", (content, status, label) => {
  const { container } = render(<ToolCallCard {...answered({ content })} />);
  expect(screen.getByRole("group")).toHaveAttribute("data-status", status);
  // The name of the card for assistive technology.
  expect(container.querySelector("summary")).toHaveTextContent(`Get weather${label}`);
  const icon = container.querySelector("summary svg");
  expect(icon).toHaveAttribute("data-icon", status === "warning" ? "alert" : "done");
});

test("ToolCallCard shows the text of a result with `isError` in its metadata as an error", async () => {
  const { result } = answered({ content: "No such file", metadata: { isError: true } });
  render(<ToolCallCard {...call("failed")} result={result} />);
  expect(screen.getByRole("group")).toHaveAttribute("data-status", "failed");
  await openCard();
  expect(screen.getByText("Error")).toBeVisible();
  expect(screen.getByText("No such file")).toBeVisible();
});

test("ToolCallCard shows a failed call without a result as not finished", () => {
  render(<ToolCallCard {...call("failed")} />);
  expect(screen.getByText("Interrupted")).toBeVisible();
  expect(screen.getByRole("group")).toHaveAttribute("data-status", "unfinished");
});

test("ToolCallCard shows the progress and output of a running call", async () => {
  const { rerender } = render(
    <ToolCallCard
      {...call("running")}
      info={{ messageId: "m1", status: "running", progress: { rows: 12 } }}
      outputs={[
        {
          id: "a1",
          role: "activity",
          activityType: "tool-stream-output",
          content: { toolCallId: "c1", delta: "fetching…" },
        },
      ]}
    />,
  );
  await openCard();
  expect(screen.getByText("Progress")).toBeVisible();
  expect(screen.getByText("12")).toBeVisible();
  expect(screen.getByText("fetching…")).toBeVisible();
  rerender(<ToolCallCard {...call("complete")} info={{ messageId: "m1", status: "complete" }} />);
  expect(screen.queryByText("Progress")).not.toBeInTheDocument();
});

test("ToolCallCard is closed until the user opens it, and stays open while its call progresses", async () => {
  const { rerender } = render(<ToolCallCard {...call("streaming", '{"city":"Ro')} />);
  expect(screen.queryByText("Arguments")).not.toBeInTheDocument();
  await openCard();
  expect(sectionText("Arguments")).toMatch(/"city": "Ro$/);
  rerender(<ToolCallCard {...call("running")} />);
  expect(sectionText("Arguments")).toBe("ArgumentsCityRomeDays12JSON");
  await openCard();
  expect(screen.queryByText("Arguments")).not.toBeInTheDocument();
});

test("ToolCallCard shows no arguments for an empty object", async () => {
  render(<ToolCallCard {...call("running", "{}")} />);
  await openCard();
  expect(screen.queryByText("Arguments")).not.toBeInTheDocument();
});

test("ToolCallCard shows a JSON result", async () => {
  render(<ToolCallCard {...answered({ content: '{"sky":"clear"}' })} />);
  await openCard();
  expect(sectionText("Result")).toBe("ResultSkyclearJSON");
  await userEvent.click(screen.getByRole("button", { name: "JSON Result", pressed: false }));
  expect(sectionText("Result")).toBe('Result{\n  "sky": "clear"\n}JSONCopy');
  await userEvent.click(screen.getByRole("button", { name: "JSON Result", pressed: true }));
  expect(sectionText("Result")).toBe("ResultSkyclearJSON");
});

test("ToolCallCard copies the JSON of the arguments", async () => {
  const user = userEvent.setup();
  render(<ToolCallCard {...call("complete")} />);
  await user.click(screen.getByText("Get weather"));
  await user.click(screen.getByRole("button", { name: "JSON Arguments" }));
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe(
    '{\n  "city": "Rome",\n  "days": [\n    1,\n    2\n  ]\n}',
  );
});

test.each([
  ["cut off", '{"city":"Ro'],
  ["with a name twice", '{"city":"Rome","city":"Oslo"}'],
  ["with a number that would change", '{"id":12345678901234567890}'],
])("ToolCallCard shows arguments as their source when they are JSON %s", async (_case, args) => {
  render(<ToolCallCard {...call("complete", args)} />);
  await openCard();
  expect(screen.queryByRole("button", { name: /JSON/ })).not.toBeInTheDocument();
  expect(sectionText("Arguments").replace(/\s/g, "")).toBe(`Arguments${args}`);
});

test("ToolCallCard shows the exact name of the tool when it is open", async () => {
  render(<ToolCallCard {...call("complete")} />);
  expect(screen.queryByText("get_weather")).not.toBeInTheDocument();
  await openCard();
  expect(screen.getByText("get_weather")).toBeVisible();
});

test("ToolCallCard shows a result with text and media parts", async () => {
  render(
    <ToolCallCard
      {...answered({
        content: [
          { type: "text", text: "A picture:" },
          { type: "image", source: { type: "data", mimeType: "image/png", value: "AAAA" } },
        ],
      })}
    />,
  );
  await openCard();
  expect(screen.getByText("A picture:")).toBeVisible();
  expect(screen.getByRole("img", { name: "Image" })).toBeVisible();
});

test("ToolCallCard shows an error once when the content repeats it", async () => {
  render(<ToolCallCard {...answered({ content: "No such city", error: "No such city" })} />);
  await openCard();
  expect(screen.getByText("Error")).toBeVisible();
  expect(screen.getAllByText("No such city")).toHaveLength(1);
});

test.each([
  [1234, "1.2 s"],
  [20, undefined],
])("ToolCall shows a duration of %i ms as %j", (durationMs, text) => {
  const { container } = render(
    <ToolCallCard
      {...answered({})}
      info={{ messageId: "m1", status: "complete", startedAt: 1000, endedAt: 1000 + durationMs }}
    />,
  );
  expect(container.querySelector(".agk-duration")?.textContent).toBe(text);
});

const slow = { messageId: "m1", status: "complete", startedAt: 0, endedAt: 60_000 } as const;

test("ToolCallCard shows no duration for a call that the user approved", () => {
  const approved = { id: "i1", reason: "tool_call", toolCallId: "c1" };
  render(<ToolCallCard {...answered({})} info={slow} interrupts={[approved]} />);
  expect(screen.getByText("Done")).toBeVisible();
  expect(screen.queryByText("60 s")).not.toBeInTheDocument();
});

test("ToolCallCard shows no duration for a call that the user answered", () => {
  render(<ToolCallCard {...answered({})} info={{ ...slow, inputRequestedAt: 10 }} />);
  expect(screen.getByText("Done")).toBeVisible();
  expect(screen.queryByText("60 s")).not.toBeInTheDocument();
});

test.each([
  ["denied", { status: "resolved", payload: { approved: false } }, "Denied"],
  ["denied", { status: "cancelled" }, "Skipped"],
  [
    "pending",
    { status: "resolved", payload: { approved: true } },
    "Waiting for your other answers",
  ],
] as const)(
  "ToolCall with status %s shows the answer to its interrupt %j",
  (status, response, label) => {
    const answer = { interruptId: "i1", ...response };
    const interrupt = { id: "i1", reason: "tool_call", toolCallId: "c1", answer };
    const { container } = render(<ToolCallCard {...call(status)} interrupts={[interrupt]} />);
    expect(screen.getByText(label)).toBeVisible();
    expect(container.querySelector("[data-icon=running]")).toBeNull();
  },
);

test("ToolCallCard shows the text of a declined call as the reason, not as an error", async () => {
  const refusal = { ...failure, error: "denied", content: "The user declined: too dear" };
  const { container } = render(<ToolCallCard {...call("denied")} result={refusal} />);
  await openCard();
  expect(screen.getByText("Reason")).toBeVisible();
  expect(screen.getByText(/too dear/)).toBeVisible();
  expect(screen.queryByText("denied")).not.toBeInTheDocument();
  expect(container.querySelector(".agk-section[data-status=failed]")).toBeNull();
});

test("ToolCallCard does not repeat an error at the end of the content", async () => {
  const content = 'The tool "weather" failed: No such city.';
  render(
    <ToolCallCard {...call("failed")} result={{ ...failure, error: "No such city", content }} />,
  );
  await openCard();
  expect(screen.getAllByText(/No such city/)).toHaveLength(1);
});

test("ToolCallCard says only to screen readers that a call is done, which its icon shows", () => {
  const { rerender } = render(<ToolCallCard {...call("complete")} />);
  expect(screen.getByText("Done")).toHaveClass("agk-sr-only");
  rerender(<ToolCallCard {...call("running")} />);
  expect(screen.getByText("Running")).not.toHaveClass("agk-sr-only");
});
