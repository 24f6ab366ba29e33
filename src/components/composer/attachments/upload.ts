import type { PartSource } from "../../../protocol/events.ts";
import { type Draft, EMPTY } from "../draft.ts";
import type { Attachment } from "./attachment.ts";
import type { UploadFile } from "./options.ts";
import { asProblem } from "./problem.ts";
import { partOf } from "./readFile.ts";
import { rememberUploaded } from "./uploadedUrls.ts";

interface Preparation {
  /** The draft it belongs to, which may be shown or not. */
  readonly update: Draft["update"];
  /** The attachment, as long as this is what makes it ready. */
  readonly controller: AbortController;
  readonly file: Promise<File>;
  readonly carry: UploadFile;
  /** Whether what fails stays, to be tried again. */
  readonly canRetry: boolean;
  /** Calls back when the thread is deleted; what it returns ends that. */
  readonly whenRemoved: (listener: () => void) => () => void;
  /** Keeps the thread, which may be about to send it, from being let go of; what it returns ends that. */
  readonly hold: () => () => void;
  /** What is said when it fails, before or after there was a file. */
  readonly describe: (error: unknown, file: File | undefined) => string;
}

/**
 * Makes a file ready to be sent, and writes into the draft how far that is and what has come of it. It
 * needs no component: a draft that is out of sight is there when one comes back to it.
 */
export async function uploadAttachment({
  update,
  controller,
  file: coming,
  carry,
  canRetry,
  whenRemoved,
  hold,
  describe,
}: Preparation): Promise<void> {
  const { signal } = controller;
  /** Says something of the attachment, unless it was taken off or is being tried again. */
  const settle = (
    change: (one: Attachment) => readonly Attachment[],
    also: Partial<Pick<Draft, "problem" | "isWanted">> = {},
  ) =>
    update(({ attachments }) => {
      const isOurs = (one: Attachment) => one.controller === controller;
      if (signal.aborted || !attachments.some(isOurs)) return {};
      return {
        attachments: attachments.flatMap((one) => (isOurs(one) ? change(one) : one)),
        ...also,
      };
    });
  // Nobody will send it, nor what is written beside it.
  const forget = whenRemoved(() => {
    controller.abort();
    update(() => EMPTY);
  });
  const release = hold();
  // Not every upload hears of it, and nobody waits for what comes of one that was taken off.
  const removed = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  let percent = -1;
  let known: File | undefined;
  try {
    const file = await Promise.race([removed, coming]);
    signal.throwIfAborted();
    known = file;
    settle((one) => [{ ...one, file }]);
    const onProgress = (fraction: number) => {
      // Some say it for every packet, and nobody sees less than a hundredth.
      const next = Math.round(Math.min(1, Math.max(0, fraction)) * 100);
      if (Number.isNaN(next) || next === percent) return;
      percent = next;
      settle((one) => [{ ...one, progress: next / 100 }]);
    };
    const carried = await Promise.race([removed, carry(file, { signal, onProgress })]);
    if (!isSource(carried)) throw new TypeError("The upload said nothing of where the file is.");
    const source = carried.type === "url" ? absolute(carried) : carried;
    rememberUploaded(source);
    settle((one) => [{ ...one, part: partOf(file, source) }]);
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error("The upload failed.", { cause });
    const isKept = canRetry && known !== undefined;
    settle((one) => (isKept ? [{ ...one, error }] : []), {
      problem: asProblem(describe(cause, known)),
      isWanted: false,
    });
  } finally {
    forget();
    release();
  }
}

/** The agent does not know the page to which an address may be relative. Throws at what is no address. */
function absolute(source: PartSource): PartSource {
  const { value } = source;
  return URL.canParse(value) ? source : { ...source, value: new URL(value, location.href).href };
}

/** An adapter is the application's, and what it hands on is often what a server has said. */
function isSource(value: unknown): value is PartSource {
  if (typeof value !== "object" || value === null) return false;
  // An object may have any of them, which is what is asked here.
  const { type, value: place, mimeType } = value as Readonly<Record<string, unknown>>;
  if (typeof place !== "string") return false;
  const isPlace = (type === "url" || type === "file") && place !== "";
  return isPlace || (type === "data" && typeof mimeType === "string");
}
