import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Reasoning } from "../../src/components/Reasoning.tsx";
import type { ReasoningMessage } from "../../src/protocol/events.ts";

const message: ReasoningMessage = { id: "r", role: "reasoning", content: "First, let me see." };

test("is open while it is thought and closed afterwards, with the time it took", async () => {
  const { rerender } = render(
    <Reasoning message={message} isStreaming timing={{ startedAt: 0 }} />,
  );
  expect(screen.getByText("Thinking")).toBeVisible();
  expect(screen.getByText("First, let me see.")).toBeVisible();

  rerender(<Reasoning message={message} timing={{ startedAt: 0, endedAt: 4321 }} />);
  expect(screen.getByText("Thought for 4 s")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("First, let me see.")).not.toBeInTheDocument());
});

test("stays as the person has left it", async () => {
  const { rerender } = render(<Reasoning message={message} isStreaming />);
  await userEvent.click(screen.getByText("Thinking"));
  expect(screen.queryByText("First, let me see.")).not.toBeInTheDocument();
  await userEvent.click(screen.getByText("Thinking"));
  rerender(<Reasoning message={message} />);
  expect(screen.getByText("First, let me see.")).toBeVisible();
});

test("says nothing of a time it does not know", () => {
  render(<Reasoning message={message} timing={{ startedAt: 0 }} />);
  expect(screen.getByText("Thought about it")).toBeVisible();
});

test("never says that it took no time", () => {
  render(<Reasoning message={message} timing={{ startedAt: 0, endedAt: 90 }} />);
  expect(screen.getByText("Thought for 1 s")).toBeVisible();
});

test("names reasoning of which only an encrypted value exists", () => {
  render(<Reasoning message={{ ...message, content: "", encryptedValue: "x" }} />);
  expect(screen.getByText("Reasoned privately")).toBeVisible();
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
});
