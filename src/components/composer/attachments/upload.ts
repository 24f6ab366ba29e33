import type { PartSource } from "../../../protocol/events.ts";
import { type Draft, EMPTY_DRAFT } from "../draft.ts";
import { type Attachment, rememberUploaded } from "./attachment.ts";
import { createProblem } from "./limits.ts";
import type { UploadFile } from "./options.ts";
import { toMediaPart } from "./readFile.ts";

interface UploadTask {
  /** The draft it belongs to, which may be shown or not. */
  readonly update: Draft["update"];
  /** The attachment, as long as this is what makes it ready. */
  readonly controller: AbortController;
  readonly file: Promise<File>;
  readonly upload: UploadFile;
  /** Whether what fails stays, to be tried again. */
  readonly canRetry: boolean;
  /** Calls back when the thread is deleted; what it returns ends that. */
  readonly onThreadRemoved: (listener: () => void) => () => void;
  /** Keeps the thread, which may be about to send it, from being let go of; what it returns ends that. */
  readonly retainThread: () => () => void;
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
  file: filePromise,
  upload,
  canRetry,
  onThreadRemoved,
  retainThread,
  describe,
}: UploadTask): Promise<void> {
  const { signal } = controller;
  /** Says something of the attachment, unless it was taken off or is being tried again. */
  const updateAttachment = (
    change: (one: Attachment) => readonly Attachment[],
    otherChanges: Partial<Pick<Draft, "problem" | "isSendPending">> = {},
  ) =>
    update(({ attachments }) => {
      const isCurrent = (one: Attachment) => one.controller === controller;
      if (signal.aborted || !attachments.some(isCurrent)) return {};
      return {
        attachments: attachments.flatMap((one) => (isCurrent(one) ? change(one) : one)),
        ...otherChanges,
      };
    });
  // Nobody will send it, nor what is written beside it.
  const unsubscribe = onThreadRemoved(() => {
    controller.abort();
    update(() => EMPTY_DRAFT);
  });
  const release = retainThread();
  // Not every upload hears of it, and nobody waits for what comes of one that was taken off.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  let percent = -1;
  let readyFile: File | undefined;
  try {
    const file = await Promise.race([aborted, filePromise]);
    signal.throwIfAborted();
    readyFile = file;
    updateAttachment((one) => [{ ...one, file }]);
    const onProgress = (fraction: number) => {
      // Some say it for every packet, and nobody sees less than a hundredth.
      const next = Math.round(Math.min(1, Math.max(0, fraction)) * 100);
      if (Number.isNaN(next) || next === percent) return;
      percent = next;
      updateAttachment((one) => [{ ...one, progress: next / 100 }]);
    };
    const uploaded = await Promise.race([aborted, upload(file, { signal, onProgress })]);
    if (!isSource(uploaded)) throw new TypeError("The upload said nothing of where the file is.");
    const source = uploaded.type === "url" ? toAbsolute(uploaded) : uploaded;
    rememberUploaded(source);
    updateAttachment((one) => [{ ...one, part: toMediaPart(file, source) }]);
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error("The upload failed.", { cause });
    const staysForRetry = canRetry && readyFile !== undefined;
    updateAttachment((one) => (staysForRetry ? [{ ...one, error }] : []), {
      problem: createProblem(describe(cause, readyFile)),
      isSendPending: false,
    });
  } finally {
    unsubscribe();
    release();
  }
}

/** The agent does not know the page to which an address may be relative. Throws at what is no address. */
function toAbsolute(source: PartSource): PartSource {
  const { value } = source;
  return URL.canParse(value) ? source : { ...source, value: new URL(value, location.href).href };
}

/** An adapter is the application's, and what it hands on is often what a server has said. */
function isSource(value: unknown): value is PartSource {
  if (typeof value !== "object" || value === null) return false;
  // An object may have any of them, which is what is asked here.
  const { type, value: location, mimeType } = value as Readonly<Record<string, unknown>>;
  if (typeof location !== "string") return false;
  const isReference = (type === "url" || type === "file") && location !== "";
  return isReference || (type === "data" && typeof mimeType === "string");
}
