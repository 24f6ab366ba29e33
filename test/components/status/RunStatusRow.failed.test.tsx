import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler, type ReactNode } from "react";
import { describe, expect, test } from "vitest";
import type { ChatComponents } from "../../../src/components/settings/chatComponents.ts";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { ErrorRow } from "../../../src/components/status/ErrorRow.tsx";
import { RunStatusRow } from "../../../src/components/status/RunStatusRow.tsx";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runError, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { renderToolChat } from "../../hooks/toolChat.tsx";
import { runStatusRow } from "../chatElements.ts";

const FAILED = "The assistant ran into a problem.";

test("a failed run is left to the error row, which retries", async () => {
  const agent = scriptedAgent([runStarted(), runError("Out of flour")], textRun("Here is bread"));
  const { send, user } = renderToolChat(agent, null);
  await send();
  expect(runStatusRow()).toHaveAttribute("data-status", "quiet");
  expect(within(screen.getByRole("log")).getByText(FAILED)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Here is bread", { selector: "p" });
});

describe("a status without an error row, after a failed run", () => {
  const failing = () =>
    scriptedAgent([runStarted(), runError("Out of flour")], textRun("Here is bread"));
  const renderAlone = async (beside: ReactNode, components: Partial<ChatComponents> = {}) => {
    const thread = createThread({ agent: failing() });
    const around = (shown: ReactNode) => (
      <ThreadProvider thread={thread}>
        <ChatSettings components={components}>{shown}</ChatSettings>
      </ThreadProvider>
    );
    const { rerender } = render(around(beside));
    await act(() => thread.send("Bread, please"));
    return { thread, show: (shown: ReactNode) => rerender(around(shown)) };
  };

  test("shows the reason and retries", async () => {
    const { thread } = await renderAlone(<RunStatusRow />);
    expect(runStatusRow()).toHaveAttribute("data-status", "failed");
    expect(within(runStatusRow() as HTMLElement).getByText(FAILED)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() =>
      expect(thread.getSnapshot().messages.at(-1)?.content).toBe("Here is bread"),
    );
    expect(runStatusRow()).toHaveAttribute("data-status", "quiet");
    expect(runStatusRow()).toBeEmptyDOMElement();
  });

  test("uses a custom error row", async () => {
    await renderAlone(<RunStatusRow />, { ErrorRow: () => <p>Burnt</p> });
    expect(runStatusRow()).toHaveTextContent(/^Burnt$/);
  });

  test.each<[string, ReactNode, Partial<ChatComponents>]>([
    ["a transcript before it", [<MessageList key="list" />, <RunStatusRow key="status" />], {}],
    ["an error row after it", [<RunStatusRow key="status" />, <ErrorRow key="row" />], {}],
    [
      "a custom error row in a transcript",
      [<RunStatusRow key="status" />, <MessageList key="list" />],
      { RunStatusRow: () => null, ErrorRow: () => <p>{FAILED}</p> },
    ],
    [
      "a transcript around it",
      <MessageList key="list" />,
      {
        RunStatusRow: () => (
          <aside>
            <RunStatusRow />
          </aside>
        ),
      },
    ],
  ])("leaves the error to %s", async (_, parts, components) => {
    await renderAlone(parts, components);
    expect(screen.getAllByText(FAILED)).toHaveLength(1);
    expect(screen.queryAllByRole("button", { name: "Try again" }).length).toBeLessThan(2);
    const statuses = document.querySelectorAll(".agk-run-status");
    expect(statuses.length).toBeGreaterThan(0);
    for (const one of statuses) expect(one).toHaveAttribute("data-status", "quiet");
  });

  test("works inside a custom component, and shows the error only when nothing else does", async () => {
    const Around = () => (
      <blockquote>
        <ErrorRow />
      </blockquote>
    );
    const { show } = await renderAlone(<RunStatusRow />, { ErrorRow: Around });
    expect(within(screen.getByRole("blockquote")).getByText(FAILED)).toBeVisible();
    show([<RunStatusRow key="status" />, <ErrorRow key="row" />]);
    expect(screen.queryByRole("blockquote")).toBeNull();
    show([<RunStatusRow key="status" />]);
    expect(within(screen.getByRole("blockquote")).getByText(FAILED)).toBeVisible();
  });

  test("never flashes beside a transcript that mounts later", async () => {
    const { show } = await renderAlone(null);
    const seen: number[] = [];
    const count = () => void seen.push(screen.queryAllByText(FAILED).length);
    show(
      <Profiler id="both" onRender={count}>
        <RunStatusRow />
        <MessageList />
      </Profiler>,
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(Math.max(...seen)).toBe(1);
  });

  test("keeps the focus of its button when there is no composer", async () => {
    await renderAlone(<RunStatusRow />);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(runStatusRow()).toHaveFocus();
  });
});
