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
  attachingThread,
  dot,
  type Input,
  isReady,
  listed,
  note,
} from "./attaching.tsx";
import { drag, held } from "./dragging.ts";

const audio: ChatProps = { attachments: { accept: "audio/*,.csv" } };

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const region = () => screen.getByRole("region");

function renderChat(input: Input | undefined, props: ChatProps = {}) {
  const { thread, agent } = attachingThread(input);
  const page = render(
    <ThreadProvider thread={thread}>
      <Chat style={{ height: 400 }} {...props} />
    </ThreadProvider>,
  );
  return { ...page, agent };
}

/** Waits for what a composer that came now would have by then: its button, and what it had been brought. */
async function untilOthersHave(): Promise<void> {
  const { container, unmount } = render(
    <ThreadProvider thread={attachingThread({ image: true }).thread}>
      <Composer />
    </ThreadProvider>,
  );
  const theirs = within(container);
  await theirs.findByRole("button", { name: "Attach files" });
  drag("drop", theirs.getByRole("textbox"), held([dot]));
  await waitFor(() => expect(container.querySelector(".agk-attachment")).not.toBeNull());
  unmount();
}

function paste(files: readonly File[], texts?: Readonly<Record<string, string>>) {
  const clipboardData = held(files, texts);
  const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
  field().dispatchEvent(event);
  return event.defaultPrevented;
}

describe("a paste", () => {
  test("of a file attaches it, and the field keeps the focus", async () => {
    renderChat({ image: true });
    await attachButton();
    await userEvent.fill(field(), "Look");
    expect(paste([dot])).toBe(true);
    await waitFor(() => expect(listed()).toEqual(["dot.png"]));
    expect(field().value).toBe("Look");
    expect(document.activeElement).toBe(field());
    await waitFor(() =>
      expect(screen.getByText(/dot\.png.* attached/)).toHaveAttribute("role", "status"),
    );
  });

  test("of text stays one, also with the picture that a spreadsheet adds", async () => {
    renderChat({ image: true });
    await attachButton();
    expect(paste([], { "text/plain": "one" })).toBe(false);
    const cells = { "text/plain": "1\t2", "text/html": "<table></table>" };
    expect(paste([new File(["x"], "image.png", { type: "image/png" })], cells)).toBe(false);
    paste([dot]);
    await waitFor(() => expect(listed()).toEqual(["dot.png"]));
  });

  test("of files with their names, as a file manager writes them, attaches them", async () => {
    renderChat({ file: true });
    await attachButton();
    expect(paste([dot, note], { "text/plain": "/pictures/dot.png\n/pictures/numbers.csv" })).toBe(
      true,
    );
    await waitFor(() => expect(listed()).toEqual(["dot.png", "numbers.csv"]));
  });

  test("of a picture with its markup, as a browser writes it, attaches it", async () => {
    renderChat({ image: true });
    await attachButton();
    expect(paste([dot], { "text/html": "<img src='https://example.com/dot.png'>" })).toBe(true);
    await waitFor(() => expect(listed()).toEqual(["dot.png"]));
  });

  test("of what is not taken says so", async () => {
    renderChat({ image: true });
    await attachButton();
    paste([note]);
    expect(await alertText()).toBe("numbers.csv isn’t supported. You can attach images.");
  });

  test("that the application takes is not taken twice", async () => {
    renderChat({ image: true });
    await attachButton();
    const take = (event: Event) => event.preventDefault();
    field().addEventListener("paste", take);
    paste([dot]);
    field().removeEventListener("paste", take);
    paste([new File([dot], "later.png", { type: "image/png" })]);
    await waitFor(() => expect(listed()).toEqual(["later.png"]));
  });

  test("of pictures that all have one name gives each its own", async () => {
    const { agent } = renderChat({ image: true });
    await attachButton();
    const shot = () => new File([dot], "image.png", { type: "image/png" });
    paste([shot(), shot()]);
    await waitFor(() => expect(listed()).toEqual(["image.png", "image 2.png"]));
    paste([shot()]);
    await waitFor(() => expect(listed()).toEqual(["image.png", "image 2.png", "image 3.png"]));
    await userEvent.click(screen.getByRole("button", { name: "Remove image.png" }));
    await isReady();
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    const names = ["image 2.png", "image 3.png"];
    await waitFor(() =>
      expect(agent.inputs[0]?.messages.at(-1)?.content).toMatchObject(
        names.map((filename) => ({ type: "image", metadata: { filename } })),
      ),
    );
  });

  test.each<[string, Input | undefined, ChatProps]>([
    ["the agent takes nothing of what the application takes", { image: true }, audio],
    ["the application takes nothing", { image: true }, { attachments: false }],
    ["the agent says nothing of files", undefined, {}],
  ])("is left alone, and there is no button, where %s", async (_why, input, props) => {
    const { container } = renderChat(input, props);
    await untilOthersHave();
    expect(paste([dot])).toBe(false);
    expect(drag("drop", screen.getByRole("log"), held([dot]))).toBe(true);
    await untilOthersHave();
    expect(listed()).toEqual([]);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByRole("button", { name: "Attach files" })).toBeNull();
    expect(container.querySelector("input[type=file]")).toBeNull();
  });
});

describe("a drop", () => {
  test("of a folder says that only files can be attached, and attaches what lies beside it", async () => {
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
    expect(listed()).toEqual(["LICENSE"]);
    await isReady();
  });

  test("anywhere on the chat attaches what is dropped, and one goes on in the field", async () => {
    renderChat({ image: true });
    await attachButton();
    const files = held([dot, note]);
    expect(drag("drop", screen.getByRole("log"), files)).toBe(true);
    await waitFor(() => expect(listed()).toEqual(["dot.png"]));
    expect(await alertText()).toContain("numbers.csv");
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  test("on a composer by itself does the same", async () => {
    render(
      <ThreadProvider thread={attachingThread({ image: true }).thread}>
        <Composer />
      </ThreadProvider>,
    );
    await attachButton();
    const form = field().form as HTMLFormElement;
    drag("dragover", field(), held([dot]));
    expect(form.dataset.drop).toBe("Drop files to attach them");
    drag("drop", field(), held([dot]));
    await waitFor(() => expect(listed()).toEqual(["dot.png"]));
    expect(form.dataset.drop).toBeUndefined();
  });

  test("shows where, and says so, until the files have left the chat", async () => {
    renderChat({ image: true });
    await attachButton();
    const files = held([dot]);
    expect(drag("dragenter", field(), files)).toBe(true);
    expect(region().dataset.drop).toBe("Drop files to attach them");
    await waitFor(() =>
      expect(screen.getByText("Drop files to attach them")).toHaveAttribute("role", "status"),
    );
    const { content, width, height } = getComputedStyle(region(), "::before");
    expect(content).toBe('"Drop files to attach them"');
    // All of it, but for a little room and the border on each side.
    const { clientWidth, clientHeight } = region();
    expect([width, height]).toEqual([`${clientWidth - 12}px`, `${clientHeight - 12}px`]);
    // From one element to another within it.
    drag("dragenter", screen.getByRole("log"), files, field());
    drag("dragleave", field(), files, screen.getByRole("log"));
    expect(region().dataset.drop).toBeDefined();
    drag("dragleave", screen.getByRole("log"), files, document.body);
    expect(region().dataset.drop).toBeUndefined();
    // And when it leaves the window.
    drag("dragover", field(), files);
    drag("dragleave", field(), files);
    expect(region().dataset.drop).toBeUndefined();
  });

  test.each<[string, Input | undefined, ChatProps]>([
    ["the agent says nothing of files", undefined, {}],
    ["attachments are off", { image: true }, { attachments: false }],
    ["the agent takes nothing of what the application takes", { image: true }, audio],
  ])("is kept from the page, and refused, where %s", async (_why, input, props) => {
    renderChat(input, props);
    await untilOthersHave();
    const files = held([dot]);
    expect(drag("dragover", region(), files)).toBe(true);
    expect(region().dataset.drop).toBeUndefined();
    expect(drag("drop", region(), files)).toBe(true);
    await untilOthersHave();
    expect(listed()).toEqual([]);
  });

  test("of a link is kept from the page, and left to the field", () => {
    renderChat({ image: true });
    const link = held([], { "text/uri-list": "https://example.com/" });
    expect(drag("dragover", screen.getByRole("log"), link)).toBe(true);
    expect(drag("drop", screen.getByRole("log"), link)).toBe(true);
    expect(drag("drop", field(), link)).toBe(false);
  });

  test("of text is the browser's own affair", () => {
    renderChat({ image: true });
    const text = held([], { "text/plain": "words" });
    expect(drag("dragover", region(), text)).toBe(false);
    expect(drag("drop", field(), text)).toBe(false);
  });

  test("that the application takes is not taken twice", async () => {
    const onDrop = vi.fn((event: React.DragEvent) => event.preventDefault());
    renderChat({ image: true }, { onDrop });
    await attachButton();
    drag("drop", screen.getByRole("log"), held([dot]));
    expect(onDrop).toHaveBeenCalledTimes(1);
    paste([new File([dot], "later.png", { type: "image/png" })]);
    await waitFor(() => expect(listed()).toEqual(["later.png"]));
  });

  test("on a file field of the application's is that field's", async () => {
    renderChat({ image: true }, { welcome: <input type="file" aria-label="Theirs" /> });
    await attachButton();
    expect(drag("drop", screen.getByLabelText("Theirs"), held([dot]))).toBe(false);
    paste([new File([dot], "later.png", { type: "image/png" })]);
    await waitFor(() => expect(listed()).toEqual(["later.png"]));
  });

  test("is still taken when another place for files in the chat has gone", async () => {
    const { thread } = attachingThread({ image: true });
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
    drag("drop", screen.getByRole("log"), held([dot]));
    await waitFor(() => expect(listed()).toEqual(["dot.png"]));
  });

  test("is shown no more when the composer goes meanwhile", async () => {
    const { unmount, container } = renderChat({ image: true });
    await attachButton();
    const chat = region();
    drag("dragover", chat, held([dot]));
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
  "files on the title of a %s are attached, once the chat is there",
  async (_, Surface, role) => {
    const { thread } = attachingThread({ image: true });
    render(
      <ThreadProvider thread={thread}>
        <Surface defaultOpen title="Help" />
      </ThreadProvider>,
    );
    const title = within(screen.getByRole(role)).getByText("Help");
    // Also before it is there, or the browser would leave the page.
    expect(drag("dragover", title, held([dot]))).toBe(true);
    await attachButton();
    expect(drag("dragover", title, held([dot]))).toBe(true);
    expect(drag("drop", title, held([dot]))).toBe(true);
    await waitFor(() => expect(listed()).toEqual(["dot.png"]));
  },
);
