import "../../../../src/styles/index.css";
import { render, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { Chat, type ChatProps } from "../../../../src/components/chat/Chat.tsx";
import { Composer } from "../../../../src/components/composer/Composer.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { messageField } from "../../chatElements.ts";
import { createThreadWithInput, type Input, pngFile } from "./attachFiles.tsx";
import { dispatchDrag, dragData } from "./dispatchDrag.ts";

export const audio: ChatProps = { attachments: { accept: "audio/*,.csv" } };

export function renderFileDropChat(input: Input | undefined, props: ChatProps = {}) {
  const { thread, agent } = createThreadWithInput(input);
  const page = render(
    <ThreadProvider thread={thread}>
      <Chat style={{ height: 400 }} {...props} />
    </ThreadProvider>,
  );
  return { ...page, agent };
}

/** Waits until a second composer would have its button and its files. */
export async function untilOthersHave(): Promise<void> {
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

export function paste(files: readonly File[], texts?: Readonly<Record<string, string>>) {
  const clipboardData = dragData(files, texts);
  const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
  messageField().dispatchEvent(event);
  return event.defaultPrevented;
}
