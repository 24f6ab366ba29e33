import { render, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { Composer } from "../../../src/components/Composer.tsx";
import type { ComposerProps } from "../../../src/components/parts.ts";
import { ThreadProvider } from "../../../src/hooks/ThreadProvider.tsx";
import type { AgentCapabilities } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

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

export const listed = () =>
  [...document.querySelectorAll(".agk-attachment")].map((item) => item.textContent);

export const note = new File(["one,two"], "numbers.csv", { type: "text/csv" });
export const tone = new File(["RIFF"], "tone.wav", { type: "audio/wav" });
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
