import "../../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { cdp, server, userEvent } from "vitest/browser";
import { Chat, type ChatProps } from "../../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar } from "../../../../src/components/chat/ChatSidebar.tsx";
import { Composer } from "../../../../src/components/composer/Composer.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import {
  alertText,
  attachButton,
  attachmentNames,
  createThreadWithInput,
  csvFile,
  type Input,
  pngFile,
  waitUntilReady,
} from "./attachFiles.tsx";
import { dispatchDrag, dragData } from "./dispatchDrag.ts";

const audio: ChatProps = { attachments: { accept: "audio/*,.csv" } };

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const region = () => screen.getByRole("region");

function renderChat(input: Input | undefined, props: ChatProps = {}) {
  const { thread, agent } = createThreadWithInput(input);
  const page = render(
    <ThreadProvider thread={thread}>
      <Chat style={{ height: 400 }} {...props} />
    </ThreadProvider>,
  );
  return { ...page, agent };
}

/** Waits until a second composer would have its button and its files. */
async function untilOthersHave(): Promise<void> {
  const { container, unmount } = render(
    <ThreadProvider thread={createThreadWithInput({ image: true }).thread}>
      <Composer />
    </ThreadProvider>,
  );
  const theirs = within(container);
  await theirs.findByRole("button", { name: "Attach files" });
  dispatchDrag("drop", theirs.getByRole("textbox"), dragData([pngFile]));
  await waitFor(() => expect(container.querySelector(".agk-attachment")).not.toBeNull());
  unmount();
}

function paste(files: readonly File[], texts?: Readonly<Record<string, string>>) {
  const clipboardData = dragData(files, texts);
  const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
  field().dispatchEvent(event);
  return event.defaultPrevented;
}

describe("pasting", () => {
  test("a file attaches it and keeps the focus in the field", async () => {
    renderChat({ image: true });
    await attachButton();
    await userEvent.fill(field(), "Look");
    expect(paste([pngFile])).toBe(true);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    expect(field().value).toBe("Look");
    expect(document.activeElement).toBe(field());
    await waitFor(() =>
      expect(screen.getByText(/dot\.png.* attached/)).toHaveAttribute("role", "status"),
    );
  });

  test("text with an image of it, as spreadsheets do, inserts the text", async () => {
    renderChat({ image: true });
    await attachButton();
    expect(paste([], { "text/plain": "one" })).toBe(false);
    const cells = { "text/plain": "1\t2", "text/html": "<table></table>" };
    expect(paste([new File(["x"], "image.png", { type: "image/png" })], cells)).toBe(false);
    paste([pngFile]);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  });

  test("files with their names, as file managers do, attaches the files", async () => {
    renderChat({ file: true });
    await attachButton();
    expect(
      paste([pngFile, csvFile], { "text/plain": "/pictures/dot.png\n/pictures/numbers.csv" }),
    ).toBe(true);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png", "numbers.csv"]));
  });

  test("an image with its markup, as browsers do, attaches the image", async () => {
    renderChat({ image: true });
    await attachButton();
    expect(paste([pngFile], { "text/html": "<img src='https://example.com/dot.png'>" })).toBe(true);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  });

  test("a file that is not accepted shows the reason", async () => {
    renderChat({ image: true });
    await attachButton();
    paste([csvFile]);
    expect(await alertText()).toBe("numbers.csv isn’t supported. You can attach images.");
  });

  test("a file that the application handles does not attach it too", async () => {
    renderChat({ image: true });
    await attachButton();
    const take = (event: Event) => event.preventDefault();
    field().addEventListener("paste", take);
    paste([pngFile]);
    field().removeEventListener("paste", take);
    paste([new File([pngFile], "later.png", { type: "image/png" })]);
    await waitFor(() => expect(attachmentNames()).toEqual(["later.png"]));
  });

  test("several images of the same name numbers them", async () => {
    const { agent } = renderChat({ image: true });
    await attachButton();
    const shot = () => new File([pngFile], "image.png", { type: "image/png" });
    paste([shot(), shot()]);
    await waitFor(() => expect(attachmentNames()).toEqual(["image.png", "image 2.png"]));
    paste([shot()]);
    await waitFor(() =>
      expect(attachmentNames()).toEqual(["image.png", "image 2.png", "image 3.png"]),
    );
    await userEvent.click(screen.getByRole("button", { name: "Remove image.png" }));
    await waitUntilReady();
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    const names = ["image 2.png", "image 3.png"];
    await waitFor(() =>
      expect(agent.inputs[0]?.messages.at(-1)?.content).toMatchObject(
        names.map((filename) => ({ type: "image", metadata: { filename } })),
      ),
    );
  });

  test.each<[string, Input | undefined, ChatProps]>([
    ["agent and application accept nothing in common", { image: true }, audio],
    ["attachments are disabled", { image: true }, { attachments: false }],
    ["the agent has no file capabilities", undefined, {}],
  ])("does nothing, and no button is shown, when %s", async (_why, input, props) => {
    const { container } = renderChat(input, props);
    await untilOthersHave();
    expect(paste([pngFile])).toBe(false);
    expect(dispatchDrag("drop", screen.getByRole("log"), dragData([pngFile]))).toBe(true);
    await untilOthersHave();
    expect(attachmentNames()).toEqual([]);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByRole("button", { name: "Attach files" })).toBeNull();
    expect(container.querySelector("input[type=file]")).toBeNull();
  });
});

describe("dropping", () => {
  test("a folder shows that only files can be attached, and attaches the files beside it", async () => {
    renderChat({ file: true });
    await attachButton();
    const session = cdp() as { send(method: string, params: object): Promise<unknown> };
    const box = field().getBoundingClientRect();
    const frame =
      window.frameElement?.getBoundingClientRect() ?? document.body.getBoundingClientRect();
    const scale = window.frameElement ? frame.width / innerWidth : 1;
    const place = {
      x: frame.left + scale * (box.x + 10),
      y: frame.top + scale * (box.y + 10),
    };
    const { root } = server.config;
    const data = {
      items: [],
      files: [`${root}/stories`, `${root}/LICENSE`],
      dragOperationsMask: 1,
    };
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await session.send("Input.dispatchDragEvent", { type, ...place, data });
    }
    expect(await alertText()).toBe("Folders can’t be attached: stories.");
    expect(attachmentNames()).toEqual(["LICENSE"]);
    await waitUntilReady();
  });

  test("files anywhere on the chat attaches them and moves the focus to the field", async () => {
    renderChat({ image: true });
    await attachButton();
    const files = dragData([pngFile, csvFile]);
    expect(dispatchDrag("drop", screen.getByRole("log"), files)).toBe(true);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    expect(await alertText()).toContain("numbers.csv");
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  test("files on a composer without a chat attaches them", async () => {
    render(
      <ThreadProvider thread={createThreadWithInput({ image: true }).thread}>
        <Composer />
      </ThreadProvider>,
    );
    await attachButton();
    const form = field().form as HTMLFormElement;
    dispatchDrag("dragover", field(), dragData([pngFile]));
    expect(form.dataset.drop).toBe("Drop files to attach them");
    dispatchDrag("drop", field(), dragData([pngFile]));
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    expect(form.dataset.drop).toBeUndefined();
  });

  test("highlights the target and announces it until the files leave the chat", async () => {
    renderChat({ image: true });
    await attachButton();
    const files = dragData([pngFile]);
    expect(dispatchDrag("dragenter", field(), files)).toBe(true);
    expect(region().dataset.drop).toBe("Drop files to attach them");
    await waitFor(() =>
      expect(screen.getByText("Drop files to attach them")).toHaveAttribute("role", "status"),
    );
    const { content, width, height } = getComputedStyle(region(), "::before");
    expect(content).toBe('"Drop files to attach them"');
    // The whole region except for a small inset and the borders.
    const { clientWidth, clientHeight } = region();
    expect([width, height]).toEqual([`${clientWidth - 12}px`, `${clientHeight - 12}px`]);
    // The pointer moves between elements of the chat.
    dispatchDrag("dragenter", screen.getByRole("log"), files, field());
    dispatchDrag("dragleave", field(), files, screen.getByRole("log"));
    expect(region().dataset.drop).toBeDefined();
    dispatchDrag("dragleave", screen.getByRole("log"), files, document.body);
    expect(region().dataset.drop).toBeUndefined();
    // The files leave the window.
    dispatchDrag("dragover", field(), files);
    dispatchDrag("dragleave", field(), files);
    expect(region().dataset.drop).toBeUndefined();
  });

  test.each<[string, Input | undefined, ChatProps]>([
    ["the agent has no file capabilities", undefined, {}],
    ["attachments are disabled", { image: true }, { attachments: false }],
    ["agent and application accept nothing in common", { image: true }, audio],
  ])("is blocked and refused when %s", async (_why, input, props) => {
    renderChat(input, props);
    await untilOthersHave();
    const files = dragData([pngFile]);
    expect(dispatchDrag("dragover", region(), files)).toBe(true);
    expect(region().dataset.drop).toBeUndefined();
    expect(dispatchDrag("drop", region(), files)).toBe(true);
    await untilOthersHave();
    expect(attachmentNames()).toEqual([]);
  });

  test("a link is blocked on the page but allowed in the field", () => {
    renderChat({ image: true });
    const link = dragData([], { "text/uri-list": "https://example.com/" });
    expect(dispatchDrag("dragover", screen.getByRole("log"), link)).toBe(true);
    expect(dispatchDrag("drop", screen.getByRole("log"), link)).toBe(true);
    expect(dispatchDrag("drop", field(), link)).toBe(false);
  });

  test("text is left to the browser", () => {
    renderChat({ image: true });
    const text = dragData([], { "text/plain": "words" });
    expect(dispatchDrag("dragover", region(), text)).toBe(false);
    expect(dispatchDrag("drop", field(), text)).toBe(false);
  });

  test("files that the application handles does not attach them too", async () => {
    const onDrop = vi.fn((event: React.DragEvent) => event.preventDefault());
    renderChat({ image: true }, { onDrop });
    await attachButton();
    dispatchDrag("drop", screen.getByRole("log"), dragData([pngFile]));
    expect(onDrop).toHaveBeenCalledTimes(1);
    paste([new File([pngFile], "later.png", { type: "image/png" })]);
    await waitFor(() => expect(attachmentNames()).toEqual(["later.png"]));
  });

  test("files on a file input of the application is left to the input", async () => {
    renderChat({ image: true }, { welcome: <input type="file" aria-label="Theirs" /> });
    await attachButton();
    expect(dispatchDrag("drop", screen.getByLabelText("Theirs"), dragData([pngFile]))).toBe(false);
    paste([new File([pngFile], "later.png", { type: "image/png" })]);
    await waitFor(() => expect(attachmentNames()).toEqual(["later.png"]));
  });

  test("still works after another drop target in the chat unmounted", async () => {
    const { thread } = createThreadWithInput({ image: true });
    const page = (welcome: ReactNode) => (
      <ThreadProvider thread={thread}>
        <Chat welcome={welcome} />
      </ThreadProvider>
    );
    const { rerender } = render(page(<Composer />));
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: "Attach files" })).toHaveLength(2),
    );
    rerender(page("Hi"));
    await waitFor(() => expect(screen.getAllByRole("textbox")).toHaveLength(1));
    dispatchDrag("drop", screen.getByRole("log"), dragData([pngFile]));
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  });

  test("removes the highlight when the composer unmounts", async () => {
    const { unmount, container } = renderChat({ image: true });
    await attachButton();
    const chat = region();
    dispatchDrag("dragover", chat, dragData([pngFile]));
    expect(chat.dataset.drop).toBeDefined();
    expect(container.contains(chat)).toBe(true);
    unmount();
    expect(chat.dataset.drop).toBeUndefined();
  });
});

test.each([
  ["popup", ChatPopup, "dialog"],
  ["sidebar", ChatSidebar, "complementary"],
] as const)(
  "files dropped on the title of a %s are attached once the chat is loaded",
  async (_, Surface, role) => {
    const { thread } = createThreadWithInput({ image: true });
    render(
      <ThreadProvider thread={thread}>
        <Surface defaultOpen title="Help" />
      </ThreadProvider>,
    );
    const title = within(screen.getByRole(role)).getByText("Help");
    // Blocked also before the chat is loaded, because the browser would leave the page.
    expect(dispatchDrag("dragover", title, dragData([pngFile]))).toBe(true);
    await attachButton();
    expect(dispatchDrag("dragover", title, dragData([pngFile]))).toBe(true);
    expect(dispatchDrag("drop", title, dragData([pngFile]))).toBe(true);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  },
);
