import "../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { MediaPart } from "../../src/components/MediaPart.tsx";
import { Message } from "../../src/components/Message.tsx";
import { ToolResult } from "../../src/components/ToolResult.tsx";
import type { MediaContentPart } from "../../src/components/transcriptParts.ts";
import { dotPart, toneData } from "./attachments/attaching.tsx";
import { withMessages } from "./settled.tsx";

const named = (filename: string) => ({ metadata: { filename } });
const image = dotPart as MediaContentPart;
const audio: MediaContentPart = {
  type: "audio",
  source: { type: "data", mimeType: "audio/wav", value: toneData },
  ...named("tone.wav"),
};
const video: MediaContentPart = {
  type: "video",
  source: { type: "url", value: "https://cdn.example.com/film.mp4" },
  ...named("film.mp4"),
};
const document: MediaContentPart = {
  type: "document",
  source: { type: "data", mimeType: "application/pdf", value: "JVBERi0=" },
  ...named("terms.pdf"),
};

async function seesAll(container: HTMLElement) {
  await waitFor(() =>
    expect(screen.getByRole<HTMLImageElement>("img", { name: "dot.png" }).naturalWidth).toBe(1),
  );
  await waitFor(() =>
    expect(container.querySelector<HTMLAudioElement>("audio")?.duration).toBeCloseTo(0.1),
  );
  expect(screen.getByLabelText("film.mp4")).toHaveAttribute("preload", "none");
  expect(screen.getByRole("link", { name: "terms.pdf" })).toHaveAttribute("download");
}

describe("an image, a sound, a video and a document are shown", () => {
  test("in a message", async () => {
    const message = { id: "u", role: "user" as const, content: [image, audio, video, document] };
    const { container } = render(<Message message={message} />, { wrapper: withMessages(message) });
    await seesAll(container);
  });

  test("in the result of a tool", async () => {
    const { container } = render(
      <ToolResult
        message={{
          id: "t",
          role: "tool",
          toolCallId: "c",
          content: [image, audio, video, document],
        }}
      />,
    );
    await seesAll(container);
  });
});

const broken = { type: "data", value: "bm8gcGljdHVyZQ==" } as const;

test.each<[string, MediaContentPart]>([
  ["an image", { type: "image", source: { ...broken, mimeType: "image/png" }, ...named("a.png") }],
  ["a sound", { type: "audio", source: { ...broken, mimeType: "audio/mpeg" }, ...named("a.mp3") }],
  ["a video", { type: "video", source: { ...broken, mimeType: "video/mp4" }, ...named("a.mp4") }],
])("%s that is broken says so, and can be saved", async (_what, part) => {
  render(<MediaPart part={part} />);
  const link = await screen.findByRole("link", { name: /^a\./ });
  expect(link).toHaveAttribute("download", link.textContent);
  expect(link.getAttribute("href")).toMatch(/^data:.*;base64,bm8g/);
  expect(screen.getByText("This could not be loaded.")).toBeVisible();
});

test("a remote image that is broken says so and can be opened, and keeps the focus", async () => {
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

test("another part in the place of a broken one has a try of its own", async () => {
  const part: MediaContentPart = {
    type: "image",
    source: { ...broken, mimeType: "image/png" },
    ...named("a.png"),
  };
  const { rerender } = render(<MediaPart part={part} />);
  await screen.findByText("This could not be loaded.");
  rerender(<MediaPart part={image} />);
  await screen.findByRole("img", { name: "dot.png" });
});
