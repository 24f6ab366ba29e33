import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { BranchPicker } from "../../../src/components/message/BranchPicker.tsx";
import type { BranchPickerProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { idOfMessage } from "../../support/threadViews.ts";

/** Creates an agent that answers A1, A2 and so on. */
function countingAgent() {
  let runs = 0;
  return scriptedAgent(() => [
    runStarted(),
    { type: "TEXT_MESSAGE_CHUNK", messageId: `a${++runs}`, delta: `A${runs}` },
    runFinished(),
  ]);
}

async function renderChat(props: ChatProps = {}, agent = countingAgent()) {
  const thread = createThread({ agent });
  await thread.send("Q1");
  render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Chat {...props} />
      </ThreadProvider>
    </StrictMode>,
  );
  return { thread, user: userEvent.setup() };
}

const versions = () => screen.queryAllByRole("group", { name: /^Version/ });
const names = () => versions().map((group) => group.getAttribute("aria-label"));
const shown = () => screen.getAllByRole("article").map(({ textContent }) => textContent);

/** Returns the text of the message that a picker belongs to. */
const messageAbove = (group: HTMLElement) =>
  group.closest(".agk-message-footer")?.previousElementSibling?.textContent;

describe("a branch picker in a chat", () => {
  test("is below an edited question, and switches between its versions", async () => {
    const { thread, user } = await renderChat();
    expect(versions()).toEqual([]);
    await act(() => thread.edit(idOfMessage(thread, "Q1"), "Q1, better"));
    const picker = await screen.findByRole("group", { name: "Version 2 of 2" });
    expect(messageAbove(picker)).toBe("Q1, better");
    expect(picker).toHaveTextContent("2 / 2");
    await user.click(within(picker).getByRole("button", { name: "Previous version" }));
    await waitFor(() => expect(shown()).toEqual(["Q1", "A1"]));
    expect(names()).toEqual(["Version 1 of 2"]);
    await user.click(screen.getByRole("button", { name: "Next version" }));
    await waitFor(() => expect(shown()).toEqual(["Q1, better", "A2"]));
  });

  test("is at the end of a regenerated answer, and keeps the focus while switching", async () => {
    const { thread, user } = await renderChat();
    await act(() => thread.regenerate());
    await act(() => thread.regenerate());
    const picker = await screen.findByRole("group", { name: "Version 3 of 3" });
    expect(messageAbove(picker)).toBe("A3");
    screen.getByRole("button", { name: "Previous version" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(names()).toEqual(["Version 2 of 3"]));
    expect(screen.getByRole("button", { name: "Previous version" })).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(shown()).toEqual(["Q1", "A1"]));
    const first = screen.getByRole("button", { name: "Previous version" });
    expect(first).toHaveFocus();
    expect(first).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{Enter}");
    expect(shown()).toEqual(["Q1", "A1"]);
  });

  test("does not take the focus from another element", async () => {
    const { thread, user } = await renderChat();
    await act(() => thread.regenerate());
    await screen.findByRole("group", { name: "Version 2 of 2" });
    const field = screen.getByRole("textbox", { name: "Message" });
    await user.click(field);
    await act(() => thread.switchBranch(idOfMessage(thread, "Q1"), 0));
    await waitFor(() => expect(names()).toEqual(["Version 1 of 2"]));
    expect(field).toHaveFocus();
  });

  test("is shown for question and answer, and below the question when an answer never started", async () => {
    const agent = scriptedAgent(textRun("A1"), textRun("A2", { messageId: "m2" }), [
      runStarted(),
      { type: "RUN_ERROR", message: "Overloaded" },
    ]);
    const { thread, user } = await renderChat({}, agent);
    await act(() => thread.edit(idOfMessage(thread, "Q1"), "Q2"));
    await act(() => thread.regenerate());
    await waitFor(() => expect(names()).toEqual(["Version 2 of 2", "Version 2 of 2"]));
    expect(shown()).toEqual(["Q2"]);
    const [, previousAnswer] = screen.getAllByRole("button", { name: "Previous version" });
    if (previousAnswer) await user.click(previousAnswer);
    await waitFor(() => expect(shown()).toEqual(["Q2", "A2"]));
    expect(versions().map(messageAbove)).toEqual(["Q2", "A2"]);
    expect(names()).toEqual(["Version 2 of 2", "Version 1 of 2"]);
  });

  test("can be replaced by `components.BranchPicker`", async () => {
    const CustomPicker = ({ messageId }: BranchPickerProps): ReactNode => (
      <b>versions of {messageId}</b>
    );
    const { thread } = await renderChat({ components: { BranchPicker: CustomPicker } });
    await act(() => thread.regenerate());
    await screen.findByText("versions of a2");
    expect(versions()).toEqual([]);
  });
});

test("BranchPicker outside a chat renders nothing for one version, and adds `className`", async () => {
  const thread = createThread({ agent: countingAgent() });
  await thread.send("Q1");
  await thread.regenerate();
  render(
    <ThreadProvider thread={thread}>
      <BranchPicker messageId={idOfMessage(thread, "Q1")} />
      <BranchPicker messageId="a2" className="mine" />
    </ThreadProvider>,
  );
  expect(names()).toEqual(["Version 2 of 2"]);
  expect(versions()[0]).toHaveClass("agk-branch-picker", "mine");
});
