import { render, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { Composer } from "../../../../src/components/composer/Composer.tsx";
import type { ComposerProps } from "../../../../src/components/settings/composerPartProps.ts";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import type { AgentCapabilities } from "../../../../src/protocol/events.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";

export type Input = NonNullable<NonNullable<AgentCapabilities["multimodal"]>["input"]>;

/** Creates a thread whose agent has these input capabilities, or none. */
export function createThreadWithInput(input?: Input) {
  const agent = manualAgent();
  const getCapabilities = async () => (input ? { multimodal: { input } } : {});
  return { agent, thread: createThread({ agent: { ...agent, getCapabilities } }) };
}

/** Renders a composer for such a thread, and returns the sent messages. */
export function renderFileComposer(input?: Input, props: ComposerProps = {}) {
  const { agent, thread } = createThreadWithInput(input);
  const page = (shownThread = thread, shownProps = props) => (
    <ThreadProvider thread={shownThread}>
      <Composer {...shownProps} />
    </ThreadProvider>
  );
  const show = (shownThread = thread, shownProps = props) =>
    rerender(page(shownThread, shownProps));
  const { rerender, container } = render(page());
  const sent = () => agent.inputs.map((sentInput) => sentInput.messages.at(-1)?.content);
  return { agent, thread, container, show, sent };
}

export const attachButton = () => screen.findByRole("button", { name: "Attach files" });

/** Chooses files with the file input, without the dialog of the browser. */
export async function chooseFiles(container: HTMLElement, ...files: readonly File[]) {
  await attachButton();
  const field = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error("There is no field for files");
  await userEvent.upload(field, [...files]);
}

/** Sets files on the input inside the page, which is faster for large files. */
export async function setFiles(container: HTMLElement, ...files: readonly File[]) {
  await attachButton();
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  const field = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error("There is no field for files");
  field.files = chosen.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Waits until all files are read and the message can be sent. */
export const waitUntilReady = (label = "Send") =>
  waitFor(() => {
    const button = screen.getByRole("button", { name: label });
    expect(button.getAttribute("aria-disabled")).toBe("false");
    expect(document.querySelector(".agk-attachment[aria-busy=true]")).toBeNull();
  });

/** Creates a WAV file with this many samples of silence. */
export function wav(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + length).fill(128, 44);
  const view = new DataView(bytes.buffer);
  const writeText = (place: number, word: string) =>
    new TextEncoder().encodeInto(word, bytes.subarray(place));
  writeText(0, "RIFF");
  view.setUint32(4, 36 + length, true);
  writeText(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  // PCM, one channel, 8000 one-byte samples a second.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  writeText(36, "data");
  view.setUint32(40, length, true);
  return bytes;
}

/** Returns the text of the alert without direction isolates. */
export const alertText = async () =>
  (await screen.findByRole("alert")).textContent.replace(/[\u2068\u2069]/g, "");

export const attachmentNames = () =>
  [...document.querySelectorAll(".agk-attachment-name")].map(
    (name) => name.firstChild?.textContent,
  );

export const csvFile = new File(["one,two"], "numbers.csv", { type: "text/csv" });
/** A tenth of a second of silence. */
export const wavFile = new File([wav(800)], "tone.wav", { type: "audio/wav" });
/** The same file as Base64. */
export const wavBase64 = btoa(String.fromCharCode(...wav(800)));
export const pngFile = new File(
  [
    Uint8Array.from(
      atob(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
      ),
      (char) => char.charCodeAt(0),
    ),
  ],
  "dot.png",
  { type: "image/png" },
);

export const pngPart = {
  type: "image",
  source: {
    type: "data",
    mimeType: "image/png",
    value:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  },
  metadata: { filename: "dot.png" },
};
