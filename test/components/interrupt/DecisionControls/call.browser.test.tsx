import "../../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { runFinished, runStarted, textRun } from "../../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../../src/testing/scriptedAgent.ts";

/** Renders a chat whose agent asks to approve two calls, of tools whose labels look the same. */
async function renderApprovals() {
  const names = ["deleteAll", "delete_all"];
  const calls = names.flatMap((toolCallName, index) => {
    const toolCallId = `c${index}`;
    return [
      { type: "TOOL_CALL_START", toolCallId, toolCallName, parentMessageId: "m1" } as const,
      { type: "TOOL_CALL_ARGS", toolCallId, delta: '{"folder":"/home"}' } as const,
      { type: "TOOL_CALL_END", toolCallId } as const,
    ];
  });
  const interrupts = names.map((_, index) => ({
    id: `i${index}`,
    reason: "tool_call",
    message: "May I?",
    toolCallId: `c${index}`,
  }));
  const agent = scriptedAgent(
    [runStarted(), ...calls, runFinished({ outcome: { type: "interrupt", interrupts } })],
    textRun("Done."),
  );
  const thread = createThread({ agent });
  const { container } = render(
    <div style={{ inlineSize: 390, blockSize: 2000 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  await thread.run();
  const cards = await screen.findAllByRole("group", { name: "Approval needed" });
  const rows = [...container.querySelectorAll(".agk-tool-call > summary")];
  return { cards, rows };
}

describe("an approval of a tool call", () => {
  it("shows the exact name of the tool and hides the row of the call", async () => {
    const { cards, rows } = await renderApprovals();
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).not.toBeVisible();
    const names = ["deleteAll", "delete_all"].map((name, index) =>
      within(cards[index] as HTMLElement).getByText(name),
    );
    for (const name of names) {
      await waitFor(() => expect(name).toBeVisible());
      expect(name.getBoundingClientRect().height).toBeGreaterThan(10);
    }
  });

  it("shows only the row when the answers are sent", async () => {
    const { cards, rows } = await renderApprovals();
    await userEvent.click(within(cards[0] as HTMLElement).getByRole("button", { name: "Approve" }));
    await screen.findByText("Delete all · May I?");
    expect(rows[0], "the line of the answer names the call").not.toBeVisible();
    await userEvent.click(within(cards[1] as HTMLElement).getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(rows[0]).toBeVisible());
    expect(rows[1]).toBeVisible();
    expect(screen.queryByText("Delete all · May I?")).toBeNull();
  });
});
