import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { MediaPart } from "../../../src/components/message/MediaPart.tsx";
import { MessageItem } from "../../../src/components/message/MessageItem.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import type { MediaContentPart } from "../../../src/components/settings/transcriptPartProps.ts";
import { ToolResult } from "../../../src/components/toolCall/ToolResult.tsx";
import { imagePart, mediaParts } from "../../styles/mediaSamples.ts";
import { pngPart } from "../composer/attachments/attachFiles.tsx";
import { withMessages } from "../withMessages.tsx";

const named = (filename: string) => ({ metadata: { filename } });
const image = pngPart as MediaContentPart;
async function expectAllMedia(container: HTMLElement) {
  await waitFor(() =>
    expect(screen.getByRole<HTMLImageElement>("img", { name: "wide.png" }).naturalWidth).toBe(900),
  );
  await waitFor(() =>
    expect(container.querySelector<HTMLAudioElement>("audio")?.duration).toBeCloseTo(0.1),
  );
  const consent = screen.getByRole("button", { name: "Play from cdn.example.com film.mp4" });
  expect(consent.querySelector('[data-icon="fileVideo"]')).toBeVisible();
  expect(screen.getByRole("link", { name: "terms.pdf" })).toHaveAttribute("download");
}

describe("media parts", () => {
  test("image, audio, video and document parts are shown in a message", async () => {
    const message = { id: "u", role: "user" as const, content: mediaParts };
    const { container } = render(<MessageItem message={message} />, {
      wrapper: withMessages(message),
    });
    await expectAllMedia(container);
  });

  test("image, audio, video and document parts are shown in a tool result", async () => {
    const { container } = render(
      <ToolResult
        message={{
          id: "t",
          role: "tool",
          toolCallId: "c",
          content: mediaParts,
        }}
      />,
    );
    await expectAllMedia(container);
  });
});

/** Returns the width and height of an element, in CSS pixels. */
async function sizeOf(element: HTMLElement): Promise<readonly number[]> {
  if (element instanceof HTMLImageElement) await element.decode();
  const { width, height } = element.getBoundingClientRect();
  return [Math.round(width), Math.round(height)];
}

test.each([
  ["a wide image", imagePart(1600, 400, "a"), 800, [384, 96]],
  ["a wide image in a narrow column", imagePart(1600, 400, "a"), 200, [200, 50]],
  ["a tall image", imagePart(400, 1600, "a"), 800, [96, 384]],
  ["a small image", imagePart(40, 20, "a"), 800, [40, 20]],
])("%s keeps its aspect ratio and fits its column", async (_, part, inlineSize, size) => {
  const message = { id: "u", role: "user" as const, content: [part] };
  const { container } = render(
    <div style={{ inlineSize }}>
      <MessageItem message={message} />
    </div>,
    { wrapper: withMessages(message) },
  );
  const shown = await waitFor(() => {
    const image = container.querySelector<HTMLElement>(".agk-media img");
    if (!image) throw new Error("There is no image yet.");
    return image;
  });
  expect(await sizeOf(shown)).toEqual(size);
});

test.each([
  ["audio", 1, ".agk-player", "audio"],
  ["video", 2, ".agk-video", "video"],
])("%s is visible and fits its column", (_, index, frame, name) => {
  const message = { id: "u", role: "user" as const, content: mediaParts.slice(index, index + 1) };
  const { container } = render(
    <div style={{ inlineSize: 200 }}>
      <ChatSettings allowedImageOrigins={["https://cdn.example.com"]}>
        <MessageItem message={message} />
      </ChatSettings>
    </div>,
    { wrapper: withMessages(message) },
  );
  const { width, height } =
    container.querySelector(frame)?.getBoundingClientRect() ?? new DOMRect();
  expect(width).toBe(200);
  expect(height).toBeGreaterThan(40);
  expect(container.querySelector(name)).not.toHaveAttribute("controls");
  expect(screen.getByRole("button", { name: /^Play / })).toBeVisible();
});

const broken = { type: "data", value: "bm8gcGljdHVyZQ==" } as const;

test.each<[string, MediaContentPart]>([
  [
    "an image part",
    { type: "image", source: { ...broken, mimeType: "image/png" }, ...named("a.png") },
  ],
  [
    "an audio part",
    { type: "audio", source: { ...broken, mimeType: "audio/mpeg" }, ...named("a.mp3") },
  ],
  [
    "a video part",
    { type: "video", source: { ...broken, mimeType: "video/mp4" }, ...named("a.mp4") },
  ],
])("%s that cannot be decoded shows an error and a download link", async (_, part) => {
  render(<MediaPart part={part} />);
  const link = await screen.findByRole("link", { name: /^a\./ });
  expect(link).toHaveAccessibleName(link.getAttribute("download") ?? "");
  expect(link.getAttribute("href")).toMatch(/^data:.*;base64,bm8g/);
  expect(screen.getByText("Couldn’t load this.")).toBeVisible();
});

test("a remote image that fails to load shows an error and a link, which takes the focus", async () => {
  const value = new URL("/no-such-picture.png", location.href).href;
  render(<MediaPart part={{ type: "image", source: { type: "url", value }, ...named("a.png") }} />);
  const button = await screen.findByRole("button", { name: /Load image/ });
  button.focus();
  await userEvent.keyboard("{Enter}");
  const link = await screen.findByRole("link", { name: "a.png" });
  expect(link).toHaveAttribute("href", value);
  expect(link).toHaveAttribute("target", "_blank");
  await waitFor(() => expect(window.document.activeElement).toBe(link));
});

test("another part in place of a failed one loads", async () => {
  const part: MediaContentPart = {
    type: "image",
    source: { ...broken, mimeType: "image/png" },
    ...named("a.png"),
  };
  const { rerender } = render(<MediaPart part={part} />);
  await screen.findByText("Couldn’t load this.");
  rerender(<MediaPart part={image} />);
  await screen.findByRole("img", { name: "dot.png" });
});

// The modules of the test alone fill the default buffer, after which no request is recorded.
performance.setResourceTimingBufferSize(100_000);

/** Returns the addresses below a path that the page has requested. */
function requestsOf(path: string): string[] {
  const requested = performance.getEntriesByType("resource").map(({ name }) => name);
  return requested.filter((name) => name.includes(path));
}

/** Returns parts of all types whose address a server has written. */
function hostileParts(path: string): MediaContentPart[] {
  return (["image", "audio", "video", "document"] as const).map((type) => ({
    type,
    source: { type: "url", value: new URL(`${path}/${type}?secret`, location.href).href },
  }));
}

test.each<[string, (path: string) => ReactNode]>([
  [
    "in attachments",
    (path) => <MessageItem message={{ id: "u", role: "user", content: hostileParts(path) }} />,
  ],
  [
    "in tool results",
    (path) => (
      <ToolResult
        message={{ id: "t", role: "tool", toolCallId: "c", content: hostileParts(path) }}
      />
    ),
  ],
  [
    "in Markdown",
    (path) => (
      <Markdown
        text={["audio.mp3", "video.mp4", "image.png"]
          .map((name) => new URL(`${path}/${name}`, location.href).href)
          .map(
            (address) =>
              `![](${address}) <audio src="${address}" autoplay></audio><video src="${address}" poster="${address}"></video> [a](${address})\n\n<video controls><source src="${address}"></video>`,
          )
          .join("\n\n")}
      />
    ),
  ],
])("hostile media %s are not requested before the user asks for them", async (place, show) => {
  const path = `/hostile/${place.replaceAll(" ", "-")}`;
  const message = { id: "u", role: "user" as const, content: "" };
  const { container } = render(show(path), { wrapper: withMessages(message) });
  const buttons = await screen.findAllByRole("button", { name: /^(Play|Load image) from/ });
  expect(container.querySelector("audio, video, source, img")).toBeNull();
  // Requests of the rendered elements are recorded by the time that a later request has ended.
  await fetch(`/later?${place}`);
  await waitFor(() => expect(requestsOf("/later?").length).toBeGreaterThan(0));
  expect(requestsOf(path)).toEqual([]);
  for (const button of buttons) await userEvent.click(button);
  await waitFor(() => expect(requestsOf(path)).toHaveLength(buttons.length));
});
