import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { StrictMode, useState } from "react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../../src/components/chat/ChatPopup.tsx";
import { Attachments } from "../../../../src/components/composer/attachments/Attachments.tsx";
import type {
  AttachmentOptions,
  UploadFile,
  UploadOptions,
} from "../../../../src/components/composer/attachments/options.ts";
import { useAttachments } from "../../../../src/components/composer/attachments/useAttachments.ts";
import { Composer } from "../../../../src/components/composer/Composer.tsx";
import { AgentProvider } from "../../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../../../src/hooks/providers/ThreadsProvider.tsx";
import { useAgentRun } from "../../../../src/hooks/thread/useAgentRun.ts";
import { type UseThreadsResult, useThreads } from "../../../../src/hooks/threads/useThreads.ts";
import type { PartSource } from "../../../../src/protocol/events.ts";
import { createAgentClient } from "../../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../../src/store/persistence/adapters/memoryStorage.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import {
  alertText,
  attachButton,
  attachmentNames,
  chooseFiles,
  createThreadWithInput,
  csvFile,
  pngFile,
  renderComposer,
  setFiles,
  waitUntilReady,
} from "./attachFiles.tsx";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const send = () => screen.getByRole("button", { name: "Send" });
const bar = () =>
  screen.findByRole<HTMLProgressElement>("progressbar", { name: "Uploading dot.png" });
const stored = { type: "url", value: "https://files.example.com/1" } as const;

/** Returns an upload that the test controls. */
function manualUpload() {
  const calls: Array<
    UploadOptions & {
      readonly file: File;
      readonly finish: (source: PartSource) => void;
      readonly fail: (error: unknown) => void;
    }
  > = [];
  const upload: UploadFile = (file, options) =>
    new Promise((finish, fail) => {
      calls.push({ file, ...options, finish, fail });
    });
  /** Returns the upload that started last. */
  const latest = () => {
    const call = calls.at(-1);
    if (!call) throw new Error("Nothing is being uploaded");
    return call;
  };
  return { upload, calls, latest };
}

function renderUploading(options: AttachmentOptions = {}) {
  const { upload, calls, latest } = manualUpload();
  const page = renderComposer({ file: true }, { attachments: { upload, ...options } });
  return { ...page, calls, latest };
}

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
    await userEvent.click(send());
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
      expect(container.querySelector(".agk-attachment [data-icon=file]")).not.toBeNull(),
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
    expect(document.activeElement).toBe(field());
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
  await userEvent.fill(field(), "Look");
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

describe("a failed upload", () => {
  test.each<[string, UploadFile]>([
    ["is refused by the server", () => Promise.reject(new Error("507"))],
    ["rejects with a string", () => Promise.reject("no")],
    [
      "throws synchronously",
      () => {
        throw new Error("No token");
      },
    ],
    // A server may return any shape.
    ["returns no source", async () => JSON.parse('{"id":"7"}') as PartSource],
    [
      "returns a source without a MIME type",
      async () => JSON.parse('{"type":"data","value":"A"}') as PartSource,
    ],
  ])("stays visible with an error when it %s", async (_why, upload) => {
    const { container, sent } = renderUploading({ upload });
    await chooseFiles(container, pngFile);
    expect(await alertText()).toBe("Couldn’t upload dot.png. Retry or remove it.");
    expect(attachmentNames()).toEqual(["dot.png"]);
    expect(container.querySelector(".agk-attachment")).toHaveAttribute("data-status", "failed");
    expect(screen.getByText("Upload failed")).toBeInTheDocument();
    // The file is neither sent nor awaited.
    await userEvent.fill(field(), "Look");
    await userEvent.keyboard("{Enter}");
    expect(await alertText()).toContain("dot.png");
    expect(screen.queryByText("Will send when the upload finishes.")).toBeNull();
    expect([sent(), field().value]).toEqual([[], "Look"]);
  });

  test("can be retried, and the focus stays in place", async () => {
    const { container, calls, latest, sent } = renderUploading();
    await chooseFiles(container, pngFile);
    await bar();
    latest().fail(new Error("507"));
    await userEvent.click(await screen.findByRole("button", { name: "Retry upload of dot.png" }));
    await bar();
    expect(calls).toHaveLength(2);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove dot.png" }));
    // Late progress of the first upload does not affect the second.
    calls[0]?.onProgress(0.9);
    calls[0]?.finish({ type: "file", value: "the first" });
    latest().finish(stored);
    await waitUntilReady();
    await userEvent.click(send());
    await waitFor(() => expect(sent()).toMatchObject([[{ source: stored }]]));
  });

  test("shows the same error again when the message is sent again", async () => {
    const { container, latest } = renderUploading();
    await chooseFiles(container, pngFile);
    await bar();
    latest().fail(new Error("507"));
    const first = await screen.findByRole("alert");
    await userEvent.click(send());
    await waitFor(() => expect(screen.getByRole("alert")).not.toBe(first));
    expect(screen.getByRole("alert").textContent).toBe(first.textContent);
  });
});

describe("a message", () => {
  test("waits for uploads with a notice, and is sent afterwards", async () => {
    const { container, latest, sent } = renderUploading();
    await chooseFiles(container, pngFile);
    await userEvent.fill(field(), "Look");
    await userEvent.keyboard("{Enter}");
    const words = "Will send when the upload finishes.";
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe(words));
    expect(container.querySelector("[data-waiting]")?.textContent).toBe(words);
    expect(sent()).toEqual([]);
    latest().finish(stored);
    await waitFor(() => expect(sent()).toMatchObject([[{ text: "Look" }, { source: stored }]]));
    expect(screen.queryByText(words)).toBeNull();
  });

  test("is not sent when an upload fails", async () => {
    const { container, latest, sent } = renderUploading();
    await chooseFiles(container, pngFile, csvFile);
    await userEvent.fill(field(), "Look");
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(screen.getByRole("status").textContent).toContain("when the upload finishes"),
    );
    latest().fail(new Error("507"));
    expect(await alertText()).toBe("Couldn’t upload numbers.csv. Retry or remove it.");
    expect(screen.getByRole("status").textContent).not.toContain("when the upload finishes");
    expect([sent(), field().value]).toEqual([[], "Look"]);
  });
});

describe("limits of the application", () => {
  test("apply to every way of adding files", async () => {
    const { container } = renderUploading({ accept: "image/*", maxBytes: 100, maxCount: 1 });
    await setFiles(
      container,
      pngFile,
      csvFile,
      new File([new Uint8Array(101)], "b.png", { type: "image/png" }),
      pngFile,
    );
    expect(await alertText()).toBe(
      "numbers.csv isn’t supported. You can attach images. b.png is too large. The limit is 100 bytes. You can attach up to 1 file. Not added: dot.png.",
    );
    expect(attachmentNames()).toEqual(["dot.png"]);
    expect(container.querySelector("input[type=file]")).toHaveAttribute("accept", "image/*");
    // Refused files are not announced as added.
    await waitFor(() =>
      expect(screen.getByRole("status").textContent).toBe("\u2068dot.png\u2069 attached"),
    );
  });

  test("apply to recordings: none when audio is not accepted or there is no room", async () => {
    const { container, show, thread } = renderUploading({ maxCount: 1, record: true });
    await chooseFiles(container, pngFile);
    await userEvent.click(screen.getByRole("button", { name: "Record audio" }));
    expect(await alertText()).toBe("You can attach up to 1 file. Not added: Recording.");
    expect(attachmentNames()).toEqual(["dot.png"]);
    show(thread, { attachments: { accept: "image/*", record: true } });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Record audio" })).toBeNull());
  });

  test.each<[string, Parameters<typeof createThreadWithInput>[0], readonly string[]]>([
    ["the kinds that the agent accepts", { image: true }, ["dot.png"]],
    ["everything when the agent has no capabilities", undefined, ["dot.png", "numbers.csv"]],
    ["all but the kinds that the agent excludes", { image: false }, ["numbers.csv"]],
  ])("leave %s", async (_what, input, taken) => {
    const { container } = renderComposer(input, { attachments: {} });
    await setFiles(container, pngFile, csvFile);
    await waitFor(() => expect(attachmentNames()).toEqual(taken));
  });
});

/** A custom composer. */
function OwnComposer() {
  const [text, setText] = useState("");
  const { send } = useAgentRun();
  const { takeParts, isReady, attachments } = useAttachments();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send([{ type: "text", text }, ...takeParts()]);
      }}
    >
      <Attachments className="mine" />
      <input aria-label="Message" value={text} onChange={({ target }) => setText(target.value)} />
      <output>{attachments.length}</output>
    </form>
  );
}

test("`useAttachments` works in a custom form", async () => {
  const { thread, agent } = createThreadWithInput({ image: true });
  const { container } = render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <OwnComposer />
      </ThreadProvider>
    </StrictMode>,
  );
  await attachButton();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(pngFile);
  const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
  field().dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
  await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  expect(container.querySelector(".agk-attachments")).toHaveClass("mine");
  expect(container.querySelector("output")?.textContent).toBe("1");
  await waitFor(() => expect(container.querySelector("[data-status=ready]")).not.toBeNull());
  await userEvent.type(field(), "Look{Enter}");
  await waitFor(() =>
    expect(agent.inputs[0]?.messages[0]?.content).toMatchObject([
      { type: "text", text: "Look" },
      { type: "image", metadata: { filename: "dot.png" } },
    ]),
  );
  await waitFor(() => expect(attachmentNames()).toEqual([]));
});

test("taking or removing attachments aborts their uploads", async () => {
  const { upload, latest } = manualUpload();
  function Taking() {
    const { add, takeParts, attachments, canAttach } = useAttachments({ upload });
    return (
      <>
        <button type="button" disabled={!canAttach} onClick={() => add([pngFile])}>
          Add
        </button>
        <button type="button" onClick={() => takeParts()}>
          Take
        </button>
        <output>{attachments.length}</output>
      </>
    );
  }
  const { container } = render(
    <ThreadProvider thread={createThreadWithInput({ file: true }).thread}>
      <Taking />
    </ThreadProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(latest().signal.aborted).toBe(false));
  await userEvent.click(screen.getByRole("button", { name: "Take" }));
  expect(latest().signal.aborted).toBe(true);
  await waitFor(() => expect(container.querySelector("output")?.textContent).toBe("0"));
});

test("the attachments component can be replaced in a chat", () => {
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
