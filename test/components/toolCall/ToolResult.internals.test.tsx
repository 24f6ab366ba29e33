import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ChatSettings, ToolResult } from "../../../src/index.ts";
import type { ToolMessage } from "../../../src/protocol/events.ts";

const INSIDES = "connect ECONNREFUSED 10.0.3.7:5432 at /srv/app/db.py:33";
const WORDS = "The assistant is having trouble right now.";

const result = (fields: Partial<ToolMessage>): ToolMessage => ({
  id: "r1",
  role: "tool",
  toolCallId: "c1",
  content: "",
  ...fields,
});

/** Renders a result as production does, or as development does. */
function renderResult(message: ToolMessage, showServerErrors = false) {
  render(
    <ChatSettings showServerErrors={showServerErrors}>
      <ToolResult message={message} />
    </ChatSettings>,
  );
}

test.each<[string, Partial<ToolMessage>]>([
  ["an error", { error: INSIDES }],
  ["an error and a text for the model", { error: "failed", content: `Error: ${INSIDES}` }],
  ["a text that begins like an error", { content: `Error: ${INSIDES}` }],
  ["content parts", { error: "failed", content: [{ type: "text", text: INSIDES }] }],
])("production hides a server's insides in %s of a failed call", (_, fields) => {
  renderResult(result(fields));
  expect(screen.getByText(WORDS)).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent("10.0.3.7");
});

test.each<[string, Partial<ToolMessage>, boolean]>([
  ["the insides in development", { error: INSIDES }, true],
  ["an error without insides", { error: "There is no such order." }, false],
  ["a successful result with an address", { content: "The database is 10.0.3.7:5432" }, false],
])("a result shows %s", (_, fields, showServerErrors) => {
  renderResult(result(fields), showServerErrors);
  expect(document.body).toHaveTextContent(/10\.0\.3\.7|no such order/);
  expect(screen.queryByText(WORDS)).not.toBeInTheDocument();
});
