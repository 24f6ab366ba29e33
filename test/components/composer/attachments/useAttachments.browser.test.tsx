import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { StrictMode, useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Attachments } from "../../../../src/components/composer/attachments/Attachments.tsx";
import { useAttachments } from "../../../../src/components/composer/attachments/useAttachments.ts";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { useAgentRun } from "../../../../src/hooks/thread/useAgentRun.ts";
import { messageField } from "../../chatElements.ts";
import { attachButton, attachmentNames, createThreadWithInput, pngFile } from "./attachFiles.tsx";
import { manualUpload } from "./uploadChat.tsx";

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
  messageField().dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
  await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  expect(container.querySelector(".agk-attachments")).toHaveClass("mine");
  expect(container.querySelector("output")?.textContent).toBe("1");
  await waitFor(() => expect(container.querySelector("[data-status=ready]")).not.toBeNull());
  await userEvent.type(messageField(), "Look{Enter}");
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
