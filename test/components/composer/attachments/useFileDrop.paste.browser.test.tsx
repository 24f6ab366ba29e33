import "../../../../src/styles/index.css";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { ChatProps } from "../../../../src/components/chat/Chat.tsx";
import { messageField } from "../../chatElements.ts";
import {
  alertText,
  attachButton,
  attachmentNames,
  csvFile,
  type Input,
  pngFile,
  waitUntilReady,
} from "./attachFiles.tsx";
import { dispatchDrag, dragData } from "./dispatchDrag.ts";
import { audio, paste, renderFileDropChat, untilOthersHave } from "./fileDropChat.tsx";

describe("pasting", () => {
  test("a file attaches it and keeps the focus in the field", async () => {
    renderFileDropChat({ image: true });
    await attachButton();
    await userEvent.fill(messageField(), "Look");
    expect(paste([pngFile])).toBe(true);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    expect(messageField().value).toBe("Look");
    expect(document.activeElement).toBe(messageField());
    await waitFor(() =>
      expect(screen.getByText(/dot\.png.* attached/)).toHaveAttribute("role", "status"),
    );
  });

  test("text with an image of it, as spreadsheets do, inserts the text", async () => {
    renderFileDropChat({ image: true });
    await attachButton();
    expect(paste([], { "text/plain": "one" })).toBe(false);
    const cells = { "text/plain": "1\t2", "text/html": "<table></table>" };
    expect(paste([new File(["x"], "image.png", { type: "image/png" })], cells)).toBe(false);
    paste([pngFile]);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  });

  test("files with their names, as file managers do, attaches the files", async () => {
    renderFileDropChat({ file: true });
    await attachButton();
    expect(
      paste([pngFile, csvFile], { "text/plain": "/pictures/dot.png\n/pictures/numbers.csv" }),
    ).toBe(true);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png", "numbers.csv"]));
  });

  test("an image with its markup, as browsers do, attaches the image", async () => {
    renderFileDropChat({ image: true });
    await attachButton();
    expect(paste([pngFile], { "text/html": "<img src='https://example.com/dot.png'>" })).toBe(true);
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
  });

  test("a file that is not accepted shows the reason", async () => {
    renderFileDropChat({ image: true });
    await attachButton();
    paste([csvFile]);
    expect(await alertText()).toBe("numbers.csv isn’t supported. You can attach images.");
  });

  test("a file that the application handles does not attach it too", async () => {
    renderFileDropChat({ image: true });
    await attachButton();
    const take = (event: Event) => event.preventDefault();
    messageField().addEventListener("paste", take);
    paste([pngFile]);
    messageField().removeEventListener("paste", take);
    paste([new File([pngFile], "later.png", { type: "image/png" })]);
    await waitFor(() => expect(attachmentNames()).toEqual(["later.png"]));
  });

  test("several images of the same name numbers them", async () => {
    const { agent } = renderFileDropChat({ image: true });
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
    const { container } = renderFileDropChat(input, props);
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
