import "../../../../src/styles/index.css";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { messageField } from "../../chatElements.ts";
import {
  alertText,
  attachButton,
  attachmentNames,
  chooseFiles,
  createThreadWithInput,
  csvFile,
  pngFile,
  pngPart,
  renderFileComposer,
  setFiles,
  waitUntilReady,
  wavFile,
} from "./attachFiles.tsx";

describe("sending", () => {
  test("sends a file as a content part after the text", async () => {
    const { container, sent } = renderFileComposer({ image: true });
    await userEvent.fill(messageField(), "What is it?");
    await chooseFiles(container, pngFile);
    await waitUntilReady();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(sent()).toEqual([[{ type: "text", text: "What is it?" }, pngPart]]));
    expect(attachmentNames()).toEqual([]);
    expect(messageField().value).toBe("");
  });

  test("sends a file without text", async () => {
    const { container, sent } = renderFileComposer({ file: true });
    await chooseFiles(container, csvFile);
    await waitUntilReady();
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() =>
      expect(sent()).toEqual([
        [
          {
            type: "document",
            source: { type: "data", mimeType: "text/csv", value: btoa("one,two") },
            metadata: { filename: "numbers.csv" },
          },
        ],
      ]),
    );
  });

  test("sends text without files as a string", async () => {
    const { sent } = renderFileComposer({ image: true });
    await attachButton();
    await userEvent.fill(messageField(), "Hello");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(sent()).toEqual(["Hello"]));
  });

  test("queues attachments during a run", async () => {
    const { agent, thread, container } = renderFileComposer({ image: true });
    await userEvent.fill(messageField(), "First");
    await userEvent.keyboard("{Enter}");
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    await chooseFiles(container, pngFile);
    await waitUntilReady("Add to queue");
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(thread.getSnapshot().queue.map(({ content }) => content)).toEqual([[pngPart]]),
    );
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await waitFor(() => expect(agent.inputs[1]?.messages.at(-1)?.content).toEqual([pngPart]));
  });

  test("restores attachments of a message that could not be sent", async () => {
    const { thread, container } = renderFileComposer({ image: true }, { whenBusy: "reject" });
    await userEvent.fill(messageField(), "Look");
    await chooseFiles(container, pngFile);
    await waitUntilReady();
    // Another run starts before the message is sent.
    const other = thread.send("From elsewhere");
    messageField().form?.requestSubmit();
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    expect(messageField().value).toBe("Look");
    thread.stop();
    await other;
  });
});

describe("an attachment", () => {
  test("can be removed, which moves the focus to the next one and then to the field", async () => {
    const { container } = renderFileComposer({ file: true });
    await chooseFiles(container, csvFile, pngFile);
    await waitFor(() => expect(attachmentNames()).toEqual(["numbers.csv", "dot.png"]));
    await userEvent.click(screen.getByRole("button", { name: "Remove numbers.csv" }));
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove dot.png" }));
    // Removes the last one, which moves the focus to the one before.
    await chooseFiles(container, wavFile);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png", "tone.wav"]));
    await userEvent.click(screen.getByRole("button", { name: "Remove tone.wav" }));
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove dot.png" }));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(attachmentNames()).toEqual([]));
    expect(document.activeElement).toBe(messageField());
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("dot.png removed"));
  });

  test("is removed alone by a double click", async () => {
    const { container } = renderFileComposer({ file: true });
    await chooseFiles(container, csvFile, pngFile);
    await userEvent.dblClick(await screen.findByRole("button", { name: "Remove numbers.csv" }));
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    await userEvent.click(screen.getByRole("button", { name: "Remove dot.png" }));
    await waitFor(() => expect(attachmentNames()).toEqual([]));
  });

  test("is scrolled into view when it is the newest of many", async () => {
    const { container } = renderFileComposer({ file: true });
    const many = Array.from(
      { length: 10 },
      (_, index) => new File(["x"], `${index}-${"a".repeat(50)}`),
    );
    await setFiles(container, ...many);
    await waitFor(() => expect(attachmentNames()).toHaveLength(10));
    const list = screen.getByRole("list", { name: "Attachments" });
    expect(list.scrollHeight).toBeGreaterThan(list.clientHeight + 20);
    await waitFor(() =>
      expect(list.scrollHeight - list.clientHeight - list.scrollTop).toBeLessThan(2),
    );
  });

  test("can be chosen again after it was removed", async () => {
    const { container } = renderFileComposer({ image: true });
    await chooseFiles(container, pngFile);
    // An input that kept the file would not fire `change` for it.
    expect(container.querySelector<HTMLInputElement>("input[type=file]")?.files).toHaveLength(0);
    await userEvent.click(await screen.findByRole("button", { name: "Remove dot.png" }));
    await chooseFiles(container, pngFile);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  });

  test("leaves the focus in the field, so that Enter sends it", async () => {
    const { container } = renderFileComposer({ image: true });
    await chooseFiles(container, pngFile);
    await waitFor(() => expect(document.activeElement).toBe(messageField()));
  });

  test("stays with the thread for which it was chosen", async () => {
    const { container, show } = renderFileComposer({ image: true });
    const other = createThreadWithInput({ image: true }).thread;
    await chooseFiles(container, pngFile);
    await waitUntilReady();
    show(other);
    await attachButton();
    expect(attachmentNames()).toEqual([]);
    show();
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  });

  test("stays visible and removable when the agent accepts no files any more", async () => {
    const { container, show } = renderFileComposer({ image: true });
    await chooseFiles(container, pngFile);
    await waitUntilReady();
    show(undefined, { attachments: false });
    expect(screen.queryByRole("button", { name: "Attach files" })).toBeNull();
    expect(attachmentNames()).toEqual(["dot.png"]);
  });

  test("shows a preview of images, a player for sound, and the name of other files", async () => {
    const { container } = renderFileComposer({ file: true });
    await chooseFiles(container, pngFile, wavFile, csvFile);
    await waitFor(() => {
      expect(container.querySelector(".agk-attachment img")).not.toBeNull();
      expect(container.querySelector(".agk-attachment audio")).not.toBeNull();
      expect(container.querySelector(".agk-attachment [data-icon=fileTable]")).not.toBeNull();
    });
  });
});

describe("a file that cannot be attached", () => {
  test("the file is left out with the reason when the agent does not accept its kind, and the others are attached", async () => {
    const { container } = renderFileComposer({ image: true });
    await chooseFiles(container, csvFile, pngFile);
    expect((await screen.findByRole("alert")).textContent).toContain("numbers.csv");
    expect(attachmentNames()).toEqual(["dot.png"]);
    // The next choice removes the reason.
    await chooseFiles(container, pngFile);
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  test("the file is left out with the reason when it is empty", async () => {
    const { container } = renderFileComposer({ file: true });
    await setFiles(container, new File([], "empty.png", { type: "image/png" }));
    expect(await alertText()).toBe("Couldn’t read empty.png.");
    expect(attachmentNames()).toEqual([]);
  });

  test("the file is left out with the reason when it is larger than the default limit", async () => {
    const { container } = renderFileComposer({ file: true });
    const large = new File([new Uint8Array(20 * 2 ** 20 + 1)], "large.bin");
    await setFiles(container, large);
    expect(await alertText()).toBe("large.bin is too large. The limit is 20 MB.");
    expect(attachmentNames()).toEqual([]);
  });
});

/** Returns a file that no longer exists when it is read. */
async function goneFile(): Promise<File> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle("gone.txt", { create: true });
  const writable = await handle.createWritable();
  await writable.write("x");
  await writable.close();
  const file = await handle.getFile();
  await folder.removeEntry("gone.txt");
  return file;
}

test("an unreadable file is named and not sent", async () => {
  const { container } = renderFileComposer({ file: true });
  await setFiles(container, await goneFile());
  expect(await alertText()).toBe("Couldn’t read gone.txt.");
  expect(attachmentNames()).toEqual([]);
});

/** Sends a message while its file is still being read. */
async function wantSent() {
  const page = renderFileComposer({ file: true });
  await userEvent.fill(messageField(), "Look");
  await setFiles(page.container, new File([new Uint8Array(19 * 2 ** 20)], "large.bin"));
  await waitFor(() => expect(attachmentNames()).toEqual(["large.bin"]), { interval: 1 });
  const busy = page.container.querySelector(".agk-attachment")?.getAttribute("aria-busy");
  messageField().form?.requestSubmit();
  expect([busy, page.sent()]).toEqual(["true", []]);
  return page;
}

test("a message that waits for a file is sent once the file is read", async () => {
  const { sent } = await wantSent();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject([{ text: "Look" }, { metadata: { filename: "large.bin" } }]);
});

test("removing the file cancels a message that waits for it", async () => {
  const { sent } = await wantSent();
  screen.getByRole("button", { name: "Remove large.bin" }).click();
  await waitFor(() => expect(attachmentNames()).toEqual([]));
  expect(messageField().value).toBe("Look");
  await userEvent.type(messageField(), "!");
  expect([messageField().value, sent()]).toEqual(["Look!", []]);
});

test("the attachments fit into 320 pixels", async () => {
  const { container, agent } = renderFileComposer({ file: true });
  container.style.inlineSize = "320px";
  await userEvent.fill(messageField(), "First");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(agent.inputs).toHaveLength(1));
  const long = new File(["x"], `${"a very long name ".repeat(10)}.txt`, { type: "text/plain" });
  await chooseFiles(container, pngFile, wavFile, long);
  await userEvent.fill(messageField(), "And then");
  const form = messageField().form as HTMLFormElement;
  await waitFor(() => expect(container.querySelector(".agk-attachment audio")).not.toBeNull());
  expect(form.getBoundingClientRect().width).toBeLessThanOrEqual(320);
  for (const element of form.querySelectorAll("button, textarea, li")) {
    const { left, right } = element.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(form.getBoundingClientRect().left);
    expect(right).toBeLessThanOrEqual(form.getBoundingClientRect().right);
  }
});
