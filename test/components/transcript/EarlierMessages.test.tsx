import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { EarlierMessages } from "../../../src/components/transcript/EarlierMessages.tsx";
import { AgentKitError, ChatSettings, createThread, ThreadProvider } from "../../../src/index.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";

/** Renders the button for earlier messages, whose first loading is refused until the user signs in. */
async function renderRefused(status: 401 | 403, onSignIn?: () => void) {
  const paged = pagedHistory(turnMessages(0, 20), 10);
  let isSignedIn = true;
  const thread = createThread({
    agent: {
      run: manualAgent().run,
      history: async (request) => {
        if (!isSignedIn) throw new AgentKitError("http-status", `${status}`, { status });
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
  await screen.findByText(
    status === 401
      ? "You’re signed out. Sign in to continue."
      : "You don’t have access to this assistant.",
  );
  return thread;
}

test.each([401, 403] as const)(
  "earlier messages after a %i offer a reload and no repetition",
  async (status) => {
    await renderRefused(status);
    expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  },
);

test.each([401, 403] as const)(
  "earlier messages after a %i load after `onSignIn`",
  async (status) => {
    const thread = await renderRefused(status, () => {});
    const before = thread.getSnapshot().messages.length;
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await act(async () => userEvent.click(screen.getByRole("button", { name: "Try again" })));
    await screen.findByRole("button", { name: "Load earlier messages" });
    expect(thread.getSnapshot().messages.length).toBeGreaterThan(before);
  },
);
