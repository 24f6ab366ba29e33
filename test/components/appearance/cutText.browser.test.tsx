import "../../../src/styles/index.css";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { startRun } from "../../hooks/toolChat.tsx";
import { attachingThread, chooseFiles } from "../composer/attachments/attachFiles.tsx";

const latin = "the harbour in the evening ".repeat(6);
const arabic = "الميناء في المساء ".repeat(9);

/** Whether the first letters can be seen of a text that is too long for its place. */
function beginsInView(element: Element): boolean {
  const letters = document.createRange();
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
  letters.setStart(text, 0);
  letters.setEnd(text, 3);
  const [seen, place] = [letters.getBoundingClientRect(), element.getBoundingClientRect()];
  expect(element.scrollWidth).toBeGreaterThan(element.clientWidth);
  return seen.left >= place.left - 1 && seen.right <= place.right + 1;
}

test.each([
  { dir: "ltr", language: "English", name: latin },
  { dir: "ltr", language: "Arabic", name: arabic },
  { dir: "rtl", language: "English", name: latin },
  { dir: "rtl", language: "Arabic", name: arabic },
])("on a page that is $dir, $language is cut at its end", async ({ dir, name }) => {
  const { thread, agent } = attachingThread({ file: true });
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
  for (const place of [".agk-attachment-name", ".agk-queue-text"]) {
    await waitFor(() => expect(container.querySelector(place)).toBeVisible());
    expect(beginsInView(container.querySelector(place) as Element)).toBe(true);
  }
});
