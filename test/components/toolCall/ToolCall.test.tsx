import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ToolCallProps } from "../../../src/components/settings/transcriptProps.ts";
import { ToolCall } from "../../../src/components/toolCall/ToolCall.tsx";
import type { ToolMessage } from "../../../src/protocol/events.ts";

type Status = ToolCallProps["status"];

function call(status: Status, args = '{"city":"Rome","days":[1,2]}'): ToolCallProps {
  return {
    toolCall: { id: "c1", type: "function", function: { name: "get_weather", arguments: args } },
    info: { messageId: "m1", status: "pending" },
    result: undefined,
    status,
    interrupts: [],
    outputs: [],
  };
}

const answered = (fields: Partial<ToolMessage>): ToolCallProps => ({
  ...call("complete"),
  result: { id: "r1", role: "tool", toolCallId: "c1", content: "", ...fields },
});

const open = () => userEvent.click(screen.getByText("get_weather"));

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
])("says in a word that it is %s, and has a sign for it", (status, word) => {
  const { container } = render(<ToolCall {...call(status)} result={failure} />);
  expect(screen.getByText(word)).toBeVisible();
  expect(container.querySelector("summary svg")).toHaveAttribute("aria-hidden", "true");
  expect(screen.getByRole("group")).toHaveAttribute("data-status", status);
});

test("says of a call that has no answer and will get none that it was not finished", () => {
  render(<ToolCall {...call("failed")} />);
  expect(screen.getByText("Interrupted")).toBeVisible();
  expect(screen.getByRole("group")).toHaveAttribute("data-status", "unfinished");
});

test("shows what the handler reports while it runs, and what the tool writes", async () => {
  const { rerender } = render(
    <ToolCall
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
  await open();
  expect(screen.getByText("Progress")).toBeVisible();
  expect(screen.getByText("12")).toBeVisible();
  expect(screen.getByText("fetching…")).toBeVisible();
  rerender(<ToolCall {...call("complete")} info={{ messageId: "m1", status: "complete" }} />);
  expect(screen.queryByText("Progress")).not.toBeInTheDocument();
});

test("is closed until it is opened, and keeps to that as its call goes on", async () => {
  const { rerender } = render(<ToolCall {...call("streaming", '{"city":"Ro')} />);
  expect(screen.queryByText("Arguments")).not.toBeInTheDocument();
  await open();
  expect(screen.getByText(/"city": "Ro$/)).toBeVisible();
  rerender(<ToolCall {...call("running")} />);
  expect(screen.getByText(/"city": "Rome"/).textContent).toBe(
    '{\n  "city": "Rome",\n  "days": [\n    1,\n    2\n  ]\n}',
  );
  await open();
  expect(screen.queryByText("Arguments")).not.toBeInTheDocument();
});

test("shows no arguments where there are none", async () => {
  render(<ToolCall {...call("running", "{}")} />);
  await open();
  expect(screen.queryByText("Arguments")).not.toBeInTheDocument();
});

test("shows a result in JSON", async () => {
  render(<ToolCall {...answered({ content: '{"sky":"clear"}' })} />);
  await open();
  expect(screen.getByText("Result").parentElement).toHaveTextContent('{ "sky": "clear" }');
});

test("shows a result in parts", async () => {
  render(
    <ToolCall
      {...answered({
        content: [
          { type: "text", text: "A picture:" },
          { type: "image", source: { type: "data", mimeType: "image/png", value: "AAAA" } },
        ],
      })}
    />,
  );
  await open();
  expect(screen.getByText("A picture:")).toBeVisible();
  expect(screen.getByRole("img", { name: "Image" })).toBeVisible();
});

test("shows an error once, even where the content repeats it", async () => {
  render(<ToolCall {...answered({ content: "No such city", error: "No such city" })} />);
  await open();
  expect(screen.getByText("Error")).toBeVisible();
  expect(screen.getAllByText("No such city")).toHaveLength(1);
});

test.each([
  [1234, "1.2 s"],
  [20, undefined],
])("says how long %i ms took", (took, text) => {
  const { container } = render(
    <ToolCall
      {...answered({})}
      info={{ messageId: "m1", status: "complete", startedAt: 1000, endedAt: 1000 + took }}
    />,
  );
  expect(container.querySelector(".agk-duration")?.textContent).toBe(text);
});

const slow = { messageId: "m1", status: "complete", startedAt: 0, endedAt: 60_000 } as const;

test("does not say how long a person took to approve it", () => {
  const approved = { id: "i1", reason: "tool_call", toolCallId: "c1" };
  render(<ToolCall {...answered({})} info={slow} interrupts={[approved]} />);
  expect(screen.getByText("Done")).toBeVisible();
  expect(screen.queryByText("60 s")).not.toBeInTheDocument();
});

test("does not say how long a person took to answer it", () => {
  render(<ToolCall {...answered({})} info={{ ...slow, inputRequestedAt: 10 }} />);
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
] as const)("says in the words of the card how it was answered: %s %j", (status, given, word) => {
  const answer = { interruptId: "i1", ...given };
  const interrupt = { id: "i1", reason: "tool_call", toolCallId: "c1", answer };
  const { container } = render(<ToolCall {...call(status)} interrupts={[interrupt]} />);
  expect(screen.getByText(word)).toBeVisible();
  expect(container.querySelector("[data-icon=arc]")).toBeNull();
});

test("gives what a person said who declined as a reason, and not as an error", async () => {
  const refusal = { ...failure, error: "denied", content: "The user declined: too dear" };
  const { container } = render(<ToolCall {...call("denied")} result={refusal} />);
  await open();
  expect(screen.getByText("Reason")).toBeVisible();
  expect(screen.getByText(/too dear/)).toBeVisible();
  expect(screen.queryByText("denied")).not.toBeInTheDocument();
  expect(container.querySelector(".agk-section[data-status=failed]")).toBeNull();
});

test("does not repeat an error that the text for the agent ends with", async () => {
  const content = 'The tool "weather" failed: No such city.';
  render(<ToolCall {...call("failed")} result={{ ...failure, error: "No such city", content }} />);
  await open();
  expect(screen.getAllByText(/No such city/)).toHaveLength(1);
});
