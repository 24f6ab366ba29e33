import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { EarlierMessages } from "../../../src/components/transcript/EarlierMessages.tsx";
import { AgentKitError, ChatSettings, createThread, ThreadProvider } from "../../../src/index.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";

/** Renders the button for earlier messages, whose first loading is refused with 401 until `signIn` is called. */
async function renderSignedOut(onSignIn?: () => void) {
  const paged = pagedHistory(turnMessages(0, 20), 10);
  let isSignedIn = true;
  const thread = createThread({
    agent: {
      run: manualAgent().run,
      history: async (request) => {
        if (!isSignedIn) throw new AgentKitError("http-status", "401", { status: 401 });
        return await paged.history(request);
      },
    },
  });
  await thread.connect();
  isSignedIn = false;
  const handleSignIn = () => {
    isSignedIn = true;
    onSignIn?.();
  };
  render(
    <ThreadProvider thread={thread}>
      <ChatSettings {...(onSignIn && { onSignIn: handleSignIn })}>
        <EarlierMessages />
      </ChatSettings>
    </ThreadProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Load earlier messages" }));
  await screen.findByText("You’re signed out. Sign in to continue.");
  return thread;
}

test("earlier messages that are refused with 401 offer a reload and no repetition", async () => {
  await renderSignedOut();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("earlier messages that are refused with 401 load after `onSignIn`", async () => {
  const thread = await renderSignedOut(() => {});
  const before = thread.getSnapshot().messages.length;
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await act(async () => userEvent.click(screen.getByRole("button", { name: "Try again" })));
  await screen.findByRole("button", { name: "Load earlier messages" });
  expect(thread.getSnapshot().messages.length).toBeGreaterThan(before);
});
