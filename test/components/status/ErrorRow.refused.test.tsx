import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import {
  type Agent,
  AgentKitError,
  AgentProvider,
  Chat,
  type ChatProps,
  createAgentClient,
  type EventInput,
} from "../../../src/index.ts";

const SIGNED_OUT = "You’re signed out. Sign in to continue.";
const NO_ACCESS = "You don’t have access to this assistant.";

const statusError = (status: number) => new AgentKitError("http-status", `${status}`, { status });

/** Renders a chat whose run fails like this until `allow` is called. */
async function renderRefused(fault: AgentKitError | EventInput, props: ChatProps = {}) {
  let isAllowed = false;
  const agent: Agent = {
    async *run({ threadId, runId }) {
      if (!isAllowed && fault instanceof AgentKitError) throw fault;
      yield { type: "RUN_STARTED", threadId, runId };
      if (!isAllowed && !(fault instanceof AgentKitError)) {
        yield fault;
        return;
      }
      yield { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "There you are" };
      yield { type: "RUN_FINISHED", threadId, runId };
    },
  };
  const client = createAgentClient({ agent });
  render(
    <AgentProvider client={client}>
      <Chat {...props} />
    </AgentProvider>,
  );
  await act(() => client.thread().send("Hi"));
  return {
    allow: () => {
      isAllowed = true;
    },
  };
}

/** Returns the text of the row, and the names of its buttons without "Details". */
function readRow(): readonly (string | null | undefined)[] {
  const row = document.querySelector(".agk-error");
  const buttons = [...(row?.querySelectorAll("button.agk-button") ?? [])];
  return [
    row?.querySelector(".agk-error-text > span")?.textContent,
    ...buttons.map(({ textContent }) => textContent),
  ];
}

const runErrors = (codes: readonly string[], text: string) =>
  codes.map((code): [string, AgentKitError | EventInput, string] => [
    `a RUN_ERROR ${code}`,
    { type: "RUN_ERROR", message: "No.", code },
    text,
  ]);

const refusals: readonly [name: string, fault: AgentKitError | EventInput, text: string][] = [
  ["a 401", statusError(401), SIGNED_OUT],
  ...runErrors(
    ["UNAUTHENTICATED", "unauthorized", "401", "StatusCode.Unauthenticated", "HTTP_401"],
    SIGNED_OUT,
  ),
  ["a 403", statusError(403), NO_ACCESS],
  ...runErrors(
    ["PERMISSION_DENIED", "PermissionDenied", "permission-denied", "Forbidden", "403"],
    NO_ACCESS,
  ),
];

describe.each(refusals)("after %s", (_, fault, text) => {
  test("a button reloads the page and none tries again", async () => {
    await renderRefused(fault);
    expect(readRow()).toEqual([text, "Reload"]);
  });

  test("the run is tried again when `onSignIn` has resolved", async () => {
    const refused: { allow(): void } = await renderRefused(fault, {
      onSignIn: async () => refused.allow(),
    });
    expect(readRow()).toEqual([text, "Sign in"]);
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await screen.findByText("There you are");
    expect(screen.queryByRole("button", { name: "Sign in" })).toBeNull();
  });

  test("`onSignIn` without a promise leaves the retry to the user", async () => {
    const refused: { allow(): void } = await renderRefused(fault, {
      onSignIn: () => refused.allow(),
    });
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(readRow()).toEqual([text, "Sign in", "Try again"]);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("There you are");
  });
});

test.each([
  ["a code with other digits", "E4010"],
  ["a code for a busy server", "UNAVAILABLE"],
  ["no code", undefined],
])("a RUN_ERROR with %s and a 401 of the model provider offers to try again", async (_, code) => {
  const message = "Error code: 401 - Incorrect API key";
  await renderRefused(
    { type: "RUN_ERROR", message, ...(code && { code }) },
    { onSignIn: () => {} },
  );
  expect(readRow().slice(1)).toEqual(["Try again"]);
});

test("a conversation that is too long offers no button without a ThreadsProvider", async () => {
  await renderRefused({ type: "RUN_ERROR", message: "No.", code: "context_length_exceeded" });
  expect(readRow()).toEqual(["This conversation is too long for the assistant."]);
});
