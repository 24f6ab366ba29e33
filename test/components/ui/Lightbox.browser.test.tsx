import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { MediaPart } from "../../../src/components/message/MediaPart.tsx";
import type { MediaContentPart } from "../../../src/components/settings/transcriptPartProps.ts";
import { imageDataUrl } from "../../styles/mediaSamples.ts";
import { pngPart } from "../composer/attachments/attachFiles.tsx";
import { withMessages } from "../withMessages.tsx";

const image = { ...pngPart, metadata: { filename: "sun.png" } } as MediaContentPart;

async function openImage(): Promise<{ readonly opener: HTMLElement; readonly view: HTMLElement }> {
  const opener = await screen.findByRole("button", { name: "Enlarge sun.png" });
  opener.focus();
  await userEvent.keyboard("{Enter}");
  const view = await screen.findByRole("region", { name: "Image view" });
  await waitFor(() => expect(view).toHaveFocus());
  return { opener, view };
}

const largeImage = (view: HTMLElement) => view.querySelector("img") as HTMLImageElement;

describe("an enlarged image", () => {
  test("fills the window, and returns the focus to its button", async () => {
    render(<MediaPart part={image} />);
    const { opener, view } = await openImage();
    expect(screen.getByRole("dialog", { name: "sun.png" })).toBeVisible();
    const { width, height } = view.getBoundingClientRect();
    expect([width, height]).toEqual([innerWidth, innerHeight]);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(opener).toHaveFocus();
    expect(view).not.toBeInTheDocument();
  });

  test("grows with the keys, the buttons and a click, up to four times", async () => {
    render(<MediaPart part={image} />);
    const { view } = await openImage();
    const fitting = largeImage(view).offsetWidth;
    await userEvent.keyboard("+");
    expect(largeImage(view).offsetWidth).toBe(fitting * 1.5);
    await userEvent.keyboard("-");
    expect(largeImage(view).offsetWidth).toBe(fitting);
    const larger = screen.getByRole("button", { name: "Larger" });
    for (let times = 0; times < 5; times++) larger.click();
    await waitFor(() => expect(largeImage(view).offsetWidth).toBe(fitting * 4));
    expect(larger).toHaveAttribute("aria-disabled", "true");
    expect(view.scrollWidth).toBe(fitting * 4);
    largeImage(view).click();
    await waitFor(() => expect(largeImage(view).offsetWidth).toBe(fitting));
  });

  test("opens from an image in an answer that has no width of its own", async () => {
    const url = new URL("/demo/public/lighthouse.svg", location.href).href;
    render(<Markdown text={`![A lighthouse](${url})`} allowedImageOrigins={[location.origin]} />);
    await waitFor(() => expect(screen.getByRole("img").clientWidth).toBeGreaterThan(100));
  });

  test("opens from the text of an answer, at the same size as before", async () => {
    const warn = vi.spyOn(console, "error");
    const text = `Here: ![sun.png](${imageDataUrl(40, 20)}) it is.`;
    render(<Markdown text={text} />);
    await waitFor(() => expect(screen.getByRole("img").clientWidth).toBe(40));
    const { opener, view } = await openImage();
    expect(opener.getBoundingClientRect()).toEqual(
      screen.getAllByRole("img", { name: "sun.png" })[0]?.getBoundingClientRect(),
    );
    const { width, height } = view.getBoundingClientRect();
    expect([width, height]).toEqual([innerWidth, innerHeight]);
    await userEvent.keyboard("+");
    expect(largeImage(view).offsetWidth).toBe(innerWidth * 1.5);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(opener).toHaveFocus();
    // A paragraph that contains a dialog would be reported.
    expect(warn).not.toHaveBeenCalled();
  });

  test("is not offered for an image in a link, nor for one that failed to load", async () => {
    const address = new URL("/no-such-picture.png", location.href).href;
    const linked = `[![in a link](${imageDataUrl(40, 20)})](https://example.com)`;
    render(<Markdown text={`${linked} ![broken](${address})`} />);
    await userEvent.click(await screen.findByRole("button", { name: /^Load image/ }));
    await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
    expect(screen.getByRole("img", { name: "broken" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "in a link" })).toBeVisible();
  });

  test("leaves a popup around it open when Escape closes it", async () => {
    const onOpenChange = vi.fn();
    const message = { id: "u", role: "user" as const, content: [image] };
    render(<ChatPopup defaultOpen onOpenChange={onOpenChange} />, {
      wrapper: withMessages(message),
    });
    await openImage();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "sun.png" })).toBeNull());
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(screen.getByRole("dialog")).toBeVisible();
  });
});
