import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../../src/components/chat/ChatPopup.tsx";
import type { UploadFile } from "../../../../src/components/composer/attachments/attachmentOptions.ts";
import { Composer } from "../../../../src/components/composer/Composer.tsx";
import { AgentProvider } from "../../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../../../src/hooks/providers/ThreadsProvider.tsx";
import { type UseThreadsResult, useThreads } from "../../../../src/hooks/threads/useThreads.ts";
import type { PartSource } from "../../../../src/protocol/events.ts";
import { createAgentClient } from "../../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../../src/store/persistence/adapters/memoryStorage.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import { messageField, sendButton } from "../../chatElements.ts";
import {
  attachmentNames,
  chooseFiles,
  createThreadWithInput,
  csvFile,
  pngFile,
  setFiles,
  waitUntilReady,
} from "./attachFiles.tsx";
import { bar, manualUpload, renderUploading, stored } from "./uploadChat.tsx";

describe("an upload", () => {
  test.each<PartSource>([
    { ...stored, mimeType: "image/png" },
    { type: "file", value: "file-7" },
    { type: "data", value: "AAAA", mimeType: "image/webp" },
  ])("starts at once, and the message contains its source: %s", async (source) => {
    const { container, sent, latest } = renderUploading();
    await chooseFiles(container, pngFile);
    await bar();
    expect(latest().file.name).toBe("dot.png");
    latest().finish(source);
    await waitUntilReady();
    expect(sent()).toEqual([]);
    await userEvent.click(sendButton());
    await waitFor(() =>
      expect(sent()).toEqual([[{ type: "image", source, metadata: { filename: "dot.png" } }]]),
    );
  });

  test("shows progress in hundredths and ignores invalid values", async () => {
    const { container, latest } = renderUploading();
    await chooseFiles(container, pngFile);
    const progress = await bar();
    expect(progress.hasAttribute("value")).toBe(false);
    latest().onProgress(0.256);
    await waitFor(() => expect(progress.value).toBe(0.26));
    latest().onProgress(Number.NaN);
    latest().onProgress(7);
    await waitFor(() => expect(progress.value).toBe(1));
    latest().finish(stored);
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    latest().onProgress(0.5);
    await waitUntilReady();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("shows a preview meanwhile and revokes its object URL afterwards", async () => {
    const { container } = renderUploading();
    await chooseFiles(container, pngFile);
    await waitFor(() => expect(container.querySelector(".agk-attachment img")).not.toBeNull());
    const { src } = container.querySelector(".agk-attachment img") as HTMLImageElement;
    expect((await fetch(src)).ok).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Remove dot.png" }));
    await waitFor(() => expect(attachmentNames()).toEqual([]));
    await expect(fetch(src)).rejects.toThrow(TypeError);
  });

  test("shows the name of an image that cannot be displayed", async () => {
    const { container } = renderUploading();
    await setFiles(container, new File(["no picture"], "odd.heic", { type: "image/heic" }));
    await waitFor(() => expect(attachmentNames()).toEqual(["odd.heic"]));
    await waitFor(() =>
      expect(container.querySelector(".agk-attachment [data-icon=fileImage]")).not.toBeNull(),
    );
    expect(container.querySelector(".agk-attachment img")).toBeNull();
    expect(container.querySelector(".agk-attachment small")?.textContent).toBe("10 bytes");
  });

  test("is aborted when its file is removed, and later progress changes nothing", async () => {
    const { container, latest, sent } = renderUploading();
    await chooseFiles(container, pngFile);
    await bar();
    const { signal, finish, onProgress } = latest();
    await userEvent.click(screen.getByRole("button", { name: "Remove dot.png" }));
    expect(signal.aborted).toBe(true);
    expect(document.activeElement).toBe(messageField());
    onProgress(0.5);
    finish(stored);
    await chooseFiles(container, csvFile);
    expect(attachmentNames()).toEqual(["numbers.csv"]);
    expect(sent()).toEqual([]);
  });

  test("shows no error when it was aborted", async () => {
    const { container, latest } = renderUploading();
    await chooseFiles(container, pngFile);
    await bar();
    const { signal, fail } = latest();
    signal.addEventListener("abort", () => fail(signal.reason));
    await userEvent.click(screen.getByRole("button", { name: "Remove dot.png" }));
    await chooseFiles(container, csvFile);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("continues while another thread or no thread is shown", async () => {
    const { container, latest, show } = renderUploading();
    await chooseFiles(container, pngFile);
    await bar();
    show(createThreadWithInput({ file: true }).thread);
    await waitFor(() => expect(attachmentNames()).toEqual([]));
    expect(latest().signal.aborted).toBe(false);
    latest().onProgress(0.5);
    show();
    expect((await bar()).value).toBe(0.5);
    show(createThreadWithInput({ file: true }).thread);
    await waitFor(() => expect(attachmentNames()).toEqual([]));
    latest().finish(stored);
    show();
    await waitUntilReady();
    expect(attachmentNames()).toEqual(["dot.png"]);
  });
});

test("an upload ends when its thread is deleted, but not when another thread is shown", async () => {
  const { upload, latest } = manualUpload();
  const client = createAgentClient({ agent: manualAgent(), storage: memoryStorage() });
  let threads: UseThreadsResult | undefined;
  function Threads() {
    threads = useThreads();
    return null;
  }
  const { container } = render(
    <AgentProvider client={client}>
      <ThreadsProvider>
        <Threads />
        <Composer attachments={{ upload }} />
      </ThreadsProvider>
    </AgentProvider>,
  );
  const threadId = threads?.currentId ?? "";
  const thread = client.thread({ threadId });
  void thread.send("Hello");
  await waitFor(() => expect(threads?.threads).toHaveLength(1));
  await chooseFiles(container, pngFile);
  await bar();
  threads?.create();
  await waitFor(() => expect(attachmentNames()).toEqual([]));
  expect(latest().signal.aborted).toBe(false);
  await threads?.remove(threadId);
  await waitFor(() => expect(latest().signal.aborted).toBe(true));
  client.dispose();
});

test("a message that waits for an upload is sent after its popup was closed", async () => {
  const { upload, latest } = manualUpload();
  const { agent, thread } = createThreadWithInput({ file: true });
  const { container } = render(
    <ThreadProvider thread={thread}>
      <ChatPopup attachments={{ upload }} defaultOpen />
    </ThreadProvider>,
  );
  await chooseFiles(container, pngFile);
  await bar();
  await userEvent.fill(messageField(), "Look");
  await userEvent.keyboard("{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Close chat" }));
  latest().finish(stored);
  await waitFor(() =>
    expect(agent.inputs.map(({ messages }) => messages.at(-1)?.content)).toMatchObject([
      [{ text: "Look" }, { source: stored }],
    ]),
  );
  thread.stop();
});

test("`components.Attachments` replaces the attachments of a chat", () => {
  const { thread } = createThreadWithInput({ image: true });
  render(
    <ThreadProvider thread={thread}>
      <Chat components={{ Attachments: () => <em>Mine</em> }} />
    </ThreadProvider>,
  );
  expect(screen.getByText("Mine").closest("form")).toHaveClass("agk-composer");
});

test("an uploaded image is shown in the message without confirmation", async () => {
  const { thread } = createThreadWithInput({ image: true });
  const upload: UploadFile = async (file) => ({
    type: "url",
    value: new URL(`/uploads/${file.name}`, location.href).href,
  });
  const { container } = render(
    <ThreadProvider thread={thread}>
      <Chat attachments={{ upload }} />
    </ThreadProvider>,
  );
  await chooseFiles(container, pngFile);
  await waitUntilReady();
  const other = { type: "url", value: new URL("/uploads/other.png", location.href).href } as const;
  void thread.send([{ type: "image", source: other, metadata: { filename: "other.png" } }]);
  await screen.findByRole("button", { name: /Load image/ });
  thread.stop();
  await userEvent.click(await screen.findByRole("button", { name: "Send" }));
  // The image does not exist: the request for it is the point of the test.
  await screen.findByRole("link", { name: "dot.png" });
  expect(screen.getAllByRole("button", { name: /Load image/ })).toHaveLength(1);
});
