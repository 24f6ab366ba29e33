import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ToolCallProps } from "../../src/components/settings.tsx";
import { ToolCall } from "../../src/components/ToolCall.tsx";
import type { ToolMessage } from "../../src/protocol/events.ts";

type Status = ToolCallProps["status"];

function call(status: Status, args = '{"city":"Rome","days":[1,2]}'): ToolCallProps {
  return {
    toolCall: { id: "c1", type: "function", function: { name: "get_weather", arguments: args } },
    info: { messageId: "m1", status: "pending" },
    result: undefined,
    status,
  };
}

const answered = (fields: Partial<ToolMessage>): ToolCallProps => ({
  ...call("complete"),
  result: { id: "r1", role: "tool", toolCallId: "c1", content: "", ...fields },
});

const open = () => userEvent.click(screen.getByText("get_weather"));

test.each<[Status, string]>([
  ["streaming", "Preparing"],
  ["running", "Running"],
  ["waiting", "Waiting for you"],
  ["complete", "Done"],
  ["failed", "Failed"],
  ["stopped", "Not finished"],
])("says in a word that it is %s, and has a sign for it", (status, word) => {
  const { container } = render(<ToolCall {...call(status)} />);
  expect(screen.getByText(word)).toBeVisible();
  expect(container.querySelector("summary svg")).toHaveAttribute("aria-hidden", "true");
  expect(screen.getByRole("group")).toHaveAttribute("data-status", status);
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
