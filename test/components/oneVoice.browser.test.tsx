import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Composer } from "../../src/components/Composer.tsx";
import { ThreadProvider } from "../../src/hooks/ThreadProvider.tsx";
import { createThread } from "../../src/store/createThread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { askingRun } from "../hooks/toolChat.tsx";

test.each([
  ["before", true],
  ["behind", false],
])(
  "a composer in a closed popup %s it does not keep another from saying why a message is not taken",
  async (_where, isFirst) => {
    const agent = scriptedAgent(askingRun([{ id: "i1", reason: "approval" }]));
    const thread = createThread({ agent, onSendWithInterrupts: "block" });
    await thread.send("Hello");
    const closed = (
      <dialog>
        <Composer />
      </dialog>
    );
    render(
      <ThreadProvider thread={thread}>
        {isFirst && closed}
        <Composer />
        {!isFirst && closed}
      </ThreadProvider>,
    );
    // What is hidden has no role to ask for.
    const field = screen.getByRole("textbox", { name: "Message" });
    fireEvent.change(field, { target: { value: "Never mind" } });
    for (const _time of [1, 2]) {
      fireEvent.keyDown(field, { key: "Enter" });
      expect(screen.getByRole("alert")).toHaveTextContent("Answer the open question first");
    }
  },
);
