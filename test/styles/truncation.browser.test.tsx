import "../../src/styles/index.css";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import {
  chooseFiles,
  createThreadWithInput,
} from "../components/composer/attachments/attachFiles.tsx";
import { startRun } from "../hooks/toolChat.tsx";

const latin = "the harbour in the evening ".repeat(6);
const arabic = "الميناء في المساء ".repeat(9);

/** Tests whether the first letters of an overflowing text are inside its element. */
function isStartVisible(element: Element): boolean {
  const letters = document.createRange();
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
  letters.setStart(text, 0);
  letters.setEnd(text, 3);
  const [start, box] = [letters.getBoundingClientRect(), element.getBoundingClientRect()];
  expect(element.scrollWidth).toBeGreaterThan(element.clientWidth);
  return start.left >= box.left - 1 && start.right <= box.right + 1;
}

test.each([
  { dir: "ltr", language: "English", name: latin },
  { dir: "ltr", language: "Arabic", name: arabic },
  { dir: "rtl", language: "English", name: latin },
  { dir: "rtl", language: "Arabic", name: arabic },
])("text in $language is truncated at its end in a document in $dir", async ({ dir, name }) => {
  const { thread, agent } = createThreadWithInput({ file: true });
  const { container } = render(
    <div dir={dir} style={{ inlineSize: 400, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  onTestFinished(() => thread.stop());
  await chooseFiles(container, new File(["x"], `${name}.txt`, { type: "text/plain" }));
  void thread.send("Now");
  await startRun(agent);
  await act(async () => void thread.send(name, { whenBusy: "queue" }));
  await screen.findByRole("region", { name: "Queued messages" });
  // The end of a file name stays visible too.
  for (const selector of [".agk-file-name > :first-child", ".agk-queue-text"]) {
    await waitFor(() => expect(container.querySelector(selector)).toBeVisible());
    expect(isStartVisible(container.querySelector(selector) as Element)).toBe(true);
  }
});
