import "../../../../src/styles/index.css";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import {
  alertText,
  attachmentNames,
  chooseFiles,
  type createThreadWithInput,
  csvFile,
  pngFile,
  renderFileComposer,
  setFiles,
} from "./attachFiles.tsx";
import { renderUploading } from "./uploadChat.tsx";

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

  test("apply to recordings: a recording beyond `maxCount` is refused, and without audio there is no record button", async () => {
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
    ["all kinds but those that the agent excludes", { image: false }, ["numbers.csv"]],
  ])("without an `accept` option, admit %s", async (_what, input, taken) => {
    const { container } = renderFileComposer(input, { attachments: {} });
    await setFiles(container, pngFile, csvFile);
    await waitFor(() => expect(attachmentNames()).toEqual(taken));
  });
});
