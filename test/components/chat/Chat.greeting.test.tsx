import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";

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
