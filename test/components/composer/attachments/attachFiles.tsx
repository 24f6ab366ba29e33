import { render, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { Composer } from "../../../../src/components/composer/Composer.tsx";
import type { ComposerProps } from "../../../../src/components/settings/composerProps.ts";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import type { AgentCapabilities } from "../../../../src/protocol/events.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";

export type Input = NonNullable<NonNullable<AgentCapabilities["multimodal"]>["input"]>;

/** A thread whose agent says what it takes, or nothing at all. */
export function attachingThread(input?: Input) {
  const agent = manualAgent();
  const getCapabilities = async () => (input ? { multimodal: { input } } : {});
  return { agent, thread: createThread({ agent: { ...agent, getCapabilities } }) };
}

/** A composer for such a thread, and what was sent with it. */
export function renderComposer(input?: Input, props: ComposerProps = {}) {
  const { agent, thread } = attachingThread(input);
  const page = (shown = thread, shownProps = props) => (
    <ThreadProvider thread={shown}>
      <Composer {...shownProps} />
    </ThreadProvider>
  );
  const show = (shown = thread, shownProps = props) => rerender(page(shown, shownProps));
  const { rerender, container } = render(page());
  const sent = () => agent.inputs.map((sentInput) => sentInput.messages.at(-1)?.content);
  return { agent, thread, container, show, sent };
}

export const attachButton = () => screen.findByRole("button", { name: "Attach files" });

/** Chooses files as a person does; the browser's own dialog is all that is left out. */
export async function choose(container: HTMLElement, ...files: readonly File[]) {
  await attachButton();
  const field = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error("There is no field for files");
  await userEvent.upload(field, [...files]);
}

/** Puts files into the field inside the page, where their bytes need not travel. */
export async function put(container: HTMLElement, ...files: readonly File[]) {
  await attachButton();
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  const field = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error("There is no field for files");
  field.files = chosen.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Waits until what was chosen has been read and can be sent. */
export const isReady = (label = "Send") =>
  waitFor(() => {
    const button = screen.getByRole("button", { name: label });
    expect(button.getAttribute("aria-disabled")).toBe("false");
    expect(document.querySelector(".agk-attachment[aria-busy=true]")).toBeNull();
  });

function wav(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + length).fill(128, 44);
  const view = new DataView(bytes.buffer);
  const say = (place: number, word: string) =>
    new TextEncoder().encodeInto(word, bytes.subarray(place));
  say(0, "RIFF");
  view.setUint32(4, 36 + length, true);
  say(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  // PCM, one channel, 8000 samples of one byte a second.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  say(36, "data");
  view.setUint32(40, length, true);
  return bytes;
}

/** What the alert says, without the marks around names. */
export const alertText = async () =>
  (await screen.findByRole("alert")).textContent.replace(/[\u2068\u2069]/g, "");

export const listed = () =>
  [...document.querySelectorAll(".agk-attachment-name")].map(
    (name) => name.firstChild?.textContent,
  );

export const note = new File(["one,two"], "numbers.csv", { type: "text/csv" });
/** A tenth of a second of silence. */
export const tone = new File([wav(800)], "tone.wav", { type: "audio/wav" });
/** The same, in base64. */
export const toneData = btoa(String.fromCharCode(...wav(800)));
export const dot = new File(
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

export const dotPart = {
  type: "image",
  source: {
    type: "data",
    mimeType: "image/png",
    value:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  },
  metadata: { filename: "dot.png" },
};
