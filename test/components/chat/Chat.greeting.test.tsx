import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runError, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const greeting = { id: "g1", role: "assistant", content: "Hello, Ada." } as const;

test.each([
  ["a list", ["Plan my week"]],
  ["options", { static: ["Plan my week"], when: "before" } as const],
])(
  "a greeting keeps the suggestions until the user sends a message: %s",
  async (_, suggestions) => {
    const agent = scriptedAgent(textRun("Done"));
    render(
      <ThreadProvider thread={createThread({ agent, initialMessages: [greeting] })}>
        <Chat suggestions={suggestions} />
      </ThreadProvider>,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Plan my week" }));
    await screen.findByText("Done");
    expect(screen.queryByRole("button", { name: "Plan my week" })).toBeNull();
    // The greeting has no such button, and the answer has one.
    expect(screen.getAllByRole("button", { name: "Regenerate" })).toHaveLength(1);
  },
);

test("a greeting has no button to regenerate it when the agent's first run has failed", async () => {
  const agent = scriptedAgent([runStarted(), runError("The kitchen is closed")]);
  const thread = createThread({ agent, initialMessages: [greeting] });
  render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  await act(() => thread.run());
  await screen.findByRole("button", { name: /^Copy/ });
  expect(screen.queryByRole("button", { name: "Regenerate" })).toBeNull();
});
