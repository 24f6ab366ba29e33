import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { MediaPart } from "../../../src/components/message/MediaPart.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import type { MediaContentPart } from "../../../src/components/settings/transcriptPartProps.ts";

const url = (type: MediaContentPart["type"], value: string): MediaContentPart => ({
  type,
  source: { type: "url", value },
});

test("an image from another origin waits for a click", async () => {
  render(<MediaPart part={url("image", "https://cdn.example.com/cat.png?secret")} />);
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /cdn\.example\.com/ }));
  expect(screen.getByRole("img")).toHaveAttribute("src", "https://cdn.example.com/cat.png?secret");
});

test("an image from an allowed origin loads immediately", () => {
  render(
    <ChatSettings allowedImageOrigins={["https://cdn.example.com"]}>
      <MediaPart part={url("image", "https://cdn.example.com/cat.png")} />
    </ChatSettings>,
  );
  expect(screen.getByRole("img", { name: "Image" })).toBeVisible();
});

test.each(["audio", "video"] as const)(
  "%s from another origin has no address in the page before the user presses play",
  async (type) => {
    const address = `https://cdn.example.com/a.${type}`;
    const { container, rerender } = render(<MediaPart part={url(type, address)} />);
    expect(container.innerHTML).not.toContain(address);
    expect(container.querySelector("audio, video")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /^Play from cdn\.example\.com/ }));
    const player = container.querySelector(type);
    expect(player).toHaveAttribute("src", address);
    expect(player).toHaveAttribute("autoplay");
    // The player of audio is a group, whose button takes the focus.
    const control = type === "audio" ? screen.getByRole("button", { name: /Audio$/ }) : player;
    expect(control).toHaveFocus();
    expect(player?.hasAttribute("controls")).toBe(type === "video");
    expect(type === "audio" ? screen.getByRole("group") : player).toHaveAccessibleName();
    // An address that the server changes afterwards needs consent of its own.
    rerender(<MediaPart part={url(type, "https://other.example.com/b")} />);
    expect(container.querySelector("audio, video")).toBeNull();
    expect(screen.getByRole("button", { name: /^Play from other\.example\.com/ })).toBeVisible();
  },
);

test("an image in place of one that the user has loaded needs consent of its own", async () => {
  const { rerender } = render(<MediaPart part={url("image", "https://a.example.com/1.png")} />);
  await userEvent.click(screen.getByRole("button", { name: /a\.example\.com/ }));
  rerender(<MediaPart part={url("image", "https://b.example.com/2.png")} />);
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: /b\.example\.com/ })).toBeVisible();
});

test.each(["audio", "video"] as const)("%s from an allowed origin has a player", (type) => {
  const { container } = render(
    <ChatSettings allowedImageOrigins={["https://cdn.example.com"]}>
      <MediaPart part={url(type, "https://cdn.example.com/a")} />
    </ChatSettings>,
  );
  expect(container.querySelector(type)).toHaveAttribute("preload", "metadata");
  expect(container.querySelector(type)).not.toHaveAttribute("autoplay");
});

test("a document is a link, and one with inline data a download", () => {
  render(
    <>
      <MediaPart part={url("document", "https://example.com/report.pdf")} />
      <MediaPart
        part={{
          type: "document",
          source: { type: "data", mimeType: "application/pdf", value: "JVBERi0=" },
          metadata: { filename: "terms.pdf" },
        }}
      />
    </>,
  );
  expect(screen.getByRole("link", { name: "Document" })).toHaveAttribute(
    "rel",
    "noopener noreferrer",
  );
  expect(screen.getByRole("link", { name: "terms.pdf" })).toHaveAttribute("download", "terms.pdf");
});

test.each<[string, MediaContentPart]>([
  ["a script address", url("document", "javascript:alert(1)")],
  ["an image with a script address", url("image", "javascript:alert(1)")],
  ["a player for a script address", url("video", "javascript:alert(1)")],
  [
    "a file known only to the provider",
    { type: "image", source: { type: "file", value: "file-123" } },
  ],
])("MediaPart shows the name of %s and loads nothing", (_, part) => {
  const { container } = render(<MediaPart part={part} />);
  expect(container.querySelector("a, img, audio, video")).toBeNull();
  expect(screen.getByText(/Image|Audio|Video|Document/)).toBeVisible();
});

test.each<[string, MediaContentPart]>([
  [
    "audio data of another media type",
    { type: "audio", source: { type: "data", mimeType: "text/html", value: "PGI+" } },
  ],
  [
    "an SVG image",
    { type: "image", source: { type: "data", mimeType: "image/svg+xml", value: "PHN2Zz4=" } },
  ],
  [
    "an image that browsers cannot show",
    { type: "image", source: { type: "data", mimeType: "image/heic", value: "AAAA" } },
  ],
])("MediaPart offers %s as a download only", (_, part) => {
  const { container } = render(<MediaPart part={part} />);
  expect(container.querySelector("img, audio, video")).toBeNull();
  const link = screen.getByRole("link", { name: /Image|Audio/ });
  expect(link).toHaveAttribute("download");
  expect(link).not.toHaveAttribute("target");
});
