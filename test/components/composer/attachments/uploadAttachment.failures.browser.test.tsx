import "../../../../src/styles/index.css";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { UploadFile } from "../../../../src/components/composer/attachments/attachmentOptions.ts";
import type { PartSource } from "../../../../src/protocol/events.ts";
import { messageField, sendButton } from "../../chatElements.ts";
import {
  alertText,
  attachmentNames,
  chooseFiles,
  csvFile,
  pngFile,
  waitUntilReady,
} from "./attachFiles.tsx";
import { bar, renderUploading, stored } from "./uploadChat.tsx";

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
    await userEvent.fill(messageField(), "Look");
    await userEvent.keyboard("{Enter}");
    expect(await alertText()).toContain("dot.png");
    expect(screen.queryByText("Will send when the upload finishes.")).toBeNull();
    expect([sent(), messageField().value]).toEqual([[], "Look"]);
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
    await userEvent.click(sendButton());
    await waitFor(() => expect(sent()).toMatchObject([[{ source: stored }]]));
  });

  test("shows the same error again when the message is sent again", async () => {
    const { container, latest } = renderUploading();
    await chooseFiles(container, pngFile);
    await bar();
    latest().fail(new Error("507"));
    const first = await screen.findByRole("alert");
    await userEvent.click(sendButton());
    await waitFor(() => expect(screen.getByRole("alert")).not.toBe(first));
    expect(screen.getByRole("alert").textContent).toBe(first.textContent);
  });
});

describe("a message", () => {
  test("waits for uploads with a notice, and is sent afterwards", async () => {
    const { container, latest, sent } = renderUploading();
    await chooseFiles(container, pngFile);
    await userEvent.fill(messageField(), "Look");
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
    await userEvent.fill(messageField(), "Look");
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(screen.getByRole("status").textContent).toContain("when the upload finishes"),
    );
    latest().fail(new Error("507"));
    expect(await alertText()).toBe("Couldn’t upload numbers.csv. Retry or remove it.");
    expect(screen.getByRole("status").textContent).not.toContain("when the upload finishes");
    expect([sent(), messageField().value]).toEqual([[], "Look"]);
  });
});
