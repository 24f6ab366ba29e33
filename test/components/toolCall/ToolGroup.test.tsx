import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, onTestFinished, test } from "vitest";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { ToolCallCard } from "../../../src/components/toolCall/ToolCallCard.tsx";
import { ToolGroup } from "../../../src/components/toolCall/ToolGroup.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { ToolCallView } from "../../../src/selectors/toolCallView.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { STOPPED } from "../../../src/store/tools/toolResult.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import {
  callsWithInterrupts,
  FrontendTool,
  HumanTool,
  renderToolChat,
  ToolRenderer,
} from "../../hooks/toolChat.tsx";
import { call, callRun } from "../../store/tools/calls.ts";

type Status = ToolCallView["status"];

function view(id: string, status: Status, fields: Partial<ToolCallView> = {}): ToolCallView {
  return {
    toolCall: { id, type: "function", function: { name: `tool_${id}`, arguments: "{}" } },
    info: { messageId: "m", status: status === "failed" ? "failed" : "complete" },
    result:
      status === "failed"
        ? { id: `r${id}`, role: "tool", toolCallId: id, content: "", error: "offline" }
        : undefined,
    status,
    interrupts: [],
    outputs: [],
    ...fields,
  };
}

const renderCall = (call: ToolCallView) => <ToolCallCard key={call.toolCall.id} {...call} />;
const group = (...calls: readonly ToolCallView[]) => (
  <ToolGroup calls={calls} renderCall={renderCall} />
);
const row = () => screen.getByRole("button", { name: /tool calls/ });
const cards = () =>
  screen
    .queryAllByRole("group")
    .flatMap((card) => card.querySelector(".agk-tool-label")?.textContent ?? []);

const three = [call("look", {}, "a"), call("read", {}, "b"), call("look", {}, "c")];

describe("ToolGroup", () => {
  test("collapses three calls into a row that expands to their cards", async () => {
    render(group(view("a", "complete"), view("b", "complete"), view("c", "complete")));
    expect(row()).toHaveAccessibleName("3 tool calls Tool a, Tool b, Tool c Done");
    expect(row()).toHaveAttribute("aria-expanded", "false");
    expect(cards()).toEqual([]);
    await userEvent.click(row());
    expect(row()).toHaveAttribute("aria-expanded", "true");
    expect(cards()).toEqual(["Tool a", "Tool b", "Tool c"]);
    await userEvent.click(row());
    expect(cards()).toEqual([]);
  });

  test("keeps a call visible whose result reads like an error, and counts it apart", () => {
    const result = { id: "r", role: "tool", toolCallId: "b", content: "Error: offline" } as const;
    const failing = { ...view("b", "complete"), result };
    render(group(view("a", "complete"), failing, view("c", "complete")));
    expect(row()).toHaveAccessibleName(/2 done, 1 returned an error$/);
    expect(row().parentElement).toHaveAttribute("data-status", "warning");
    expect(cards()).toEqual(["Tool b"]);
  });

  test("shows fewer than three calls as cards", () => {
    render(group(view("a", "complete"), view("b", "running")));
    expect(screen.queryByRole("button")).toBeNull();
    expect(cards()).toEqual(["Tool a", "Tool b"]);
  });

  test("collapses from `from` calls on", () => {
    const calls = [view("a", "complete"), view("b", "complete")];
    render(<ToolGroup calls={calls} renderCall={renderCall} from={2} />);
    expect(row()).toHaveAccessibleName(/^2 tool calls/);
  });

  test("shows each tool name once", () => {
    const look = view("a", "complete").toolCall.function;
    const again = (id: string) =>
      view(id, "complete", { toolCall: { id, type: "function", function: look } });
    render(group(again("a"), again("b"), again("c")));
    expect(row()).toHaveTextContent("3 tool calls Tool a Done");
  });

  test.each<[label: string, status: string, statuses: readonly Status[]]>([
    ["Running", "running", ["streaming", "pending", "running"]],
    ["1 done, 2 running", "running", ["complete", "running", "streaming"]],
    ["2 done, 1 failed", "failed", ["complete", "failed", "complete"]],
    ["1 done, 1 running, 1 needs your input", "waiting", ["running", "waiting", "complete"]],
    ["2 done, 1 denied", "complete", ["complete", "complete", "denied"]],
    ["Denied", "denied", ["denied", "denied", "denied"]],
  ])("shows the status %j", (label, status, statuses) => {
    const { container } = render(
      group(...statuses.map((callStatus, index) => view(`c${index}`, callStatus))),
    );
    expect(row()).toHaveAccessibleName(new RegExp(`${label}$`));
    expect(container.querySelector(".agk-tool-row")).toHaveAttribute("data-status", status);
  });

  test("counts calls without a result as interrupted, and calls with an error as failed", () => {
    const thread = createThread({ agent: manualAgent() });
    const info = { messageId: "m", status: "failed", error: STOPPED } as const;
    const left = [view("a", "failed", { result: undefined }), view("b", "failed", { info })];
    const groupOf = (...calls: readonly ToolCallView[]) => (
      <ThreadProvider thread={thread}>{group(...left, ...calls)}</ThreadProvider>
    );
    const { container, rerender } = render(groupOf(view("c", "failed"), view("d", "complete")));
    expect(row()).toHaveAccessibleName(/1 done, 1 failed, 2 interrupted$/);
    const status = () => container.querySelector(".agk-tool-row")?.getAttribute("data-status");
    expect(status()).toBe("failed");
    rerender(groupOf(view("d", "complete"), view("e", "complete")));
    expect(row()).toHaveAccessibleName(/2 done, 2 interrupted$/);
    expect(status()).toBe("unfinished");
  });

  test("expands and collapses by keyboard", async () => {
    render(group(view("a", "complete"), view("b", "complete"), view("c", "complete")));
    await userEvent.tab();
    expect(row()).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(cards()).toHaveLength(3);
    await userEvent.keyboard(" ");
    expect(cards()).toEqual([]);
    expect(row()).toHaveFocus();
  });
});

describe("ToolGroup never collapses", () => {
  const done = [view("a", "complete"), view("b", "complete")];
  const interrupt = { id: "i", reason: "approval" };
  test.each<[string, ToolCallView]>([
    ["a waiting call", view("c", "waiting")],
    ["a failed call", view("c", "failed")],
    ["a call with an interrupt", view("c", "complete", { interrupts: [interrupt] })],
    [
      "a call that the user answered",
      view("c", "complete", { info: { messageId: "m", status: "complete", inputRequestedAt: 1 } }),
    ],
    ["a call with a sub-agent", view("c", "running", { subagents: ["s"] })],
  ])("%s, which keeps its position", (_, pinned) => {
    // The card of a call with a sub-agent reads the thread.
    const thread = createThread({ agent: manualAgent() });
    const groupOf = (...calls: readonly ToolCallView[]) => (
      <ThreadProvider thread={thread}>{group(...calls)}</ThreadProvider>
    );
    const { rerender } = render(groupOf(...done, pinned));
    expect(cards()).toEqual(["Tool c"]);
    expect(row()).toHaveAccessibleName(/^3 tool calls/);
    rerender(groupOf(pinned, ...done));
    expect(cards()).toEqual(["Tool c"]);
  });

  test("a group in which no call can be collapsed", () => {
    render(group(view("a", "failed"), view("b", "failed"), view("c", "failed")));
    expect(screen.queryByRole("button", { name: /tool calls/ })).toBeNull();
    expect(cards()).toHaveLength(3);
  });

  test("calls with a custom renderer, and does not count them", async () => {
    const { send, show } = renderToolChat(
      scriptedAgent(
        callRun(...three, call("paint", {}, "p"), call("read", {}, "d")),
        textRun("Thanks"),
      ),
      <>
        <FrontendTool name="look" handler={() => "seen"} />
        <FrontendTool name="read" handler={() => "read"} />
        <FrontendTool name="paint" handler={() => "painted"} render={() => <p>my card</p>} />
      </>,
    );
    await send();
    expect(screen.getByText("my card")).toBeVisible();
    expect(row()).toHaveAccessibleName("4 tool calls Look, Read Done");
    show(<ToolRenderer name="*" render={({ toolCallId }) => <p>{`card ${toolCallId}`}</p>} />);
    expect(screen.getAllByText(/^card /)).toHaveLength(5);
    expect(screen.queryByRole("button", { name: /tool calls/ })).toBeNull();
  });

  test("calls when `components.ToolCallCard` replaces all cards", () => {
    const Mine = ({ toolCall }: ToolCallView) => <p>{`card ${toolCall.id}`}</p>;
    const calls = [view("a", "complete"), view("b", "complete"), view("c", "complete")];
    render(
      <ThreadProvider thread={createThread({ agent: manualAgent() })}>
        <ChatSettings components={{ ToolCallCard: Mine }}>
          <ToolGroup calls={calls} />
        </ChatSettings>
      </ThreadProvider>,
    );
    expect(screen.getAllByText(/^card /)).toHaveLength(3);
    expect(screen.queryByRole("button", { name: /tool calls/ })).toBeNull();
  });

  test("a card that the user has opened when the third call arrives", async () => {
    const thread = createThread({ agent: manualAgent() });
    const groupOf = (...calls: readonly ToolCallView[]) => (
      <ThreadProvider thread={thread}>{group(...calls)}</ThreadProvider>
    );
    const { rerender } = render(groupOf(...done));
    await userEvent.click(screen.getByText("Tool a"));
    act(() => (document.activeElement as HTMLElement).blur());
    rerender(groupOf(...done, view("c", "complete")));
    expect(cards()).toEqual(["Tool a"]);
    // A click on the row collapses all cards.
    await userEvent.click(row());
    expect(cards()).toEqual(["Tool a", "Tool b", "Tool c"]);
    await userEvent.click(row());
    expect(cards()).toEqual([]);
  });

  test("a focused card in a shadow root", () => {
    const host = document.body.appendChild(document.createElement("div"));
    onTestFinished(() => host.remove());
    const place = host.attachShadow({ mode: "open" });
    const { rerender } = render(group(...done), {
      container: place.appendChild(document.createElement("div")),
    });
    const focused = place.querySelector("summary");
    focused?.focus();
    rerender(group(...done, view("c", "complete")));
    expect(place.querySelectorAll("details")).toHaveLength(3);
    // jsdom matches `:focus-within` only while the document has an active element.
    focused?.blur();
  });

  test("a human tool beside collapsed calls", async () => {
    const { send, user } = renderToolChat(
      scriptedAgent(callRun(...three, call("ask", {}, "q")), textRun("Thanks")),
      <>
        <FrontendTool name="look" handler={() => "seen"} />
        <FrontendTool name="read" handler={() => "read"} />
        <HumanTool
          name="ask"
          render={({ status, respond }) => (
            <button type="button" onClick={() => void respond("yes")}>
              {`ask ${status}`}
            </button>
          )}
        />
      </>,
    );
    await send();
    expect(row()).toHaveAccessibleName("3 tool calls Look, Read Done");
    await user.click(screen.getByRole("button", { name: "ask waiting" }));
    expect(await screen.findByText("Thanks", { selector: "p" })).toBeVisible();
    expect(screen.getByRole("button", { name: "ask complete" })).toBeVisible();
  });

  test("a call with an open interrupt, which stays below its card", async () => {
    const interrupts = [{ id: "i1", reason: "approval", toolCallId: "b", message: "May I read?" }];
    const { send } = renderToolChat(
      scriptedAgent(callsWithInterrupts(interrupts, ...three)),
      <FrontendTool name="look" handler={() => "seen"} />,
    );
    await send();
    expect(within(screen.getByRole("log")).getByText("May I read?")).toBeVisible();
    expect(cards()).toContain("Read");
  });
});
