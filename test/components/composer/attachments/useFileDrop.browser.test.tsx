import "../../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { cdp, server } from "vitest/browser";
import { Chat, type ChatProps } from "../../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar } from "../../../../src/components/chat/ChatSidebar.tsx";
import { Composer } from "../../../../src/components/composer/Composer.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { messageField } from "../../chatElements.ts";
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
import { audio, paste, renderFileDropChat, untilOthersHave } from "./fileDropChat.tsx";

const region = () => screen.getByRole("region");

describe("dropping", () => {
  test("a folder shows that only files can be attached, and attaches the files beside it", async () => {
    renderFileDropChat({ file: true });
    await attachButton();
    const session = cdp() as { send(method: string, params: object): Promise<unknown> };
    const box = messageField().getBoundingClientRect();
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
    renderFileDropChat({ image: true });
    await attachButton();
    const files = dragData([pngFile, csvFile]);
    expect(dispatchDrag("drop", screen.getByRole("log"), files)).toBe(true);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    expect(await alertText()).toContain("numbers.csv");
    await waitFor(() => expect(document.activeElement).toBe(messageField()));
  });

  test("files on a composer without a chat attaches them", async () => {
    render(
      <ThreadProvider thread={createThreadWithInput({ image: true }).thread}>
        <Composer />
      </ThreadProvider>,
    );
    await attachButton();
    const form = messageField().form as HTMLFormElement;
    dispatchDrag("dragover", messageField(), dragData([pngFile]));
    expect(form.dataset.drop).toBe("Drop files to attach them");
    dispatchDrag("drop", messageField(), dragData([pngFile]));
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    expect(form.dataset.drop).toBeUndefined();
  });

  test("highlights the target and announces it until the files leave the chat", async () => {
    renderFileDropChat({ image: true });
    await attachButton();
    const files = dragData([pngFile]);
    expect(dispatchDrag("dragenter", messageField(), files)).toBe(true);
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
    dispatchDrag("dragenter", screen.getByRole("log"), files, messageField());
    dispatchDrag("dragleave", messageField(), files, screen.getByRole("log"));
    expect(region().dataset.drop).toBeDefined();
    dispatchDrag("dragleave", screen.getByRole("log"), files, document.body);
    expect(region().dataset.drop).toBeUndefined();
    // The files leave the window.
    dispatchDrag("dragover", messageField(), files);
    dispatchDrag("dragleave", messageField(), files);
    expect(region().dataset.drop).toBeUndefined();
  });

  test.each<[string, Input | undefined, ChatProps]>([
    ["the agent has no file capabilities", undefined, {}],
    ["attachments are disabled", { image: true }, { attachments: false }],
    ["agent and application accept nothing in common", { image: true }, audio],
  ])("is blocked and refused when %s", async (_why, input, props) => {
    renderFileDropChat(input, props);
    await untilOthersHave();
    const files = dragData([pngFile]);
    expect(dispatchDrag("dragover", region(), files)).toBe(true);
    expect(region().dataset.drop).toBeUndefined();
    expect(dispatchDrag("drop", region(), files)).toBe(true);
    await untilOthersHave();
    expect(attachmentNames()).toEqual([]);
  });

  test("a link is blocked on the page but allowed in the field", () => {
    renderFileDropChat({ image: true });
    const link = dragData([], { "text/uri-list": "https://example.com/" });
    expect(dispatchDrag("dragover", screen.getByRole("log"), link)).toBe(true);
    expect(dispatchDrag("drop", screen.getByRole("log"), link)).toBe(true);
    expect(dispatchDrag("drop", messageField(), link)).toBe(false);
  });

  test("text is left to the browser", () => {
    renderFileDropChat({ image: true });
    const text = dragData([], { "text/plain": "words" });
    expect(dispatchDrag("dragover", region(), text)).toBe(false);
    expect(dispatchDrag("drop", messageField(), text)).toBe(false);
  });

  test("files that the application handles does not attach them too", async () => {
    const onDrop = vi.fn((event: React.DragEvent) => event.preventDefault());
    renderFileDropChat({ image: true }, { onDrop });
    await attachButton();
    dispatchDrag("drop", screen.getByRole("log"), dragData([pngFile]));
    expect(onDrop).toHaveBeenCalledTimes(1);
    paste([new File([pngFile], "later.png", { type: "image/png" })]);
    await waitFor(() => expect(attachmentNames()).toEqual(["later.png"]));
  });

  test("files on a file input of the application is left to the input", async () => {
    renderFileDropChat({ image: true }, { welcome: <input type="file" aria-label="Theirs" /> });
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
    const { unmount, container } = renderFileDropChat({ image: true });
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
