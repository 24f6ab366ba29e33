import { useThread } from "../../../hooks/providers/useThread.ts";
import { useOnThreadRemoved } from "../../../hooks/thread/useOnThreadRemoved.ts";
import { useStrings } from "../../strings/useStrings.ts";
import type { Draft } from "../draft.ts";
import type { Attachment } from "./attachment.ts";
import {
  createProblem,
  describeRefused,
  findRefusalReason,
  isAccepted,
  listNames,
  partitionFiles,
  type RefusalReason,
  resolveLimits,
} from "./limits.ts";
import type { AttachmentOptions } from "./options.ts";
import { readFile } from "./readFile.ts";
import { uploadAttachment } from "./upload.ts";
import { useAcceptedKinds } from "./useAcceptedKinds.ts";

/** What changes the files of a draft. */
export interface AttachmentActions {
  /** Whether there is anything that both the agent and the application take. */
  readonly canAttach: boolean;
  /** For the `accept` of a file field. */
  readonly accept: string | undefined;
  /** Whether the application wants that, and a recording would be taken. */
  readonly canRecord: boolean;
  /** @param folders - Those that are none. Returns what has been attached. */
  readonly add: (files: readonly File[], folders?: ReadonlySet<File>) => readonly File[];
  /**
   * One that is still being recorded: it is there to be seen, and sent when it is done. Returns its id, or
   * nothing where it was not begun.
   */
  readonly record: (start: () => Promise<File> | undefined) => string | undefined;
  readonly remove: (id: string) => void;
  readonly retry: (id: string) => void;
}

/** Counts what has ever been attached, so that each has an id of its own. */
let attachmentCount = 0;

/** What a recording is before it is known what it has become. */
const RECORDING = { name: "", type: "audio/webm" };

/**
 * Returns what attaches files to the draft. One that is not taken, is too large or cannot be read is left
 * out, and the draft says why.
 */
export function useAttach(
  { update, attachments: current }: Pick<Draft, "update" | "attachments">,
  wish: boolean | AttachmentOptions | undefined,
): AttachmentActions {
  const { attachments: words } = useStrings();
  const thread = useThread();
  const onThreadRemoved = useOnThreadRemoved();
  const options = typeof wish === "object" ? wish : {};
  const { upload } = options;
  const limits = resolveLimits(useAcceptedKinds(wish), options);

  const describeRefusal = (reason: RefusalReason, file: File) =>
    describeRefused(new Map([[reason, [file]]]), limits, words) ?? "";

  const describe = (error: unknown, file: File | undefined) => {
    if (error instanceof RefusedFileError) return error.message;
    if (!file) return words.noMicrophone;
    return words[upload ? "notUploaded" : "unreadable"](listNames([file], words));
  };

  const startUpload = ({ controller }: Attachment, file: Promise<File>) =>
    uploadAttachment({
      update,
      controller,
      file,
      upload: upload ?? readFile,
      canRetry: upload !== undefined,
      onThreadRemoved,
      // One that somebody listens to is not let go of.
      retainThread: () => thread.subscribe({}),
      describe,
    });

  return {
    canAttach: limits.kinds.length > 0,
    accept: limits.tokens?.join(),
    canRecord: options.record === true && isAccepted(RECORDING, limits),

    add(files, folders) {
      let added: readonly Attachment[] = [];
      update(({ attachments }) => {
        const room = limits.maxCount - attachments.length;
        const { accepted, refused } = partitionFiles(files, limits, room, folders);
        const names = attachments.map(({ name }) => name);
        added = accepted.map((file) => {
          const name = uniqueName(file.name, names);
          names.push(name);
          return { ...createAttachment(name), file: withName(file, name) };
        });
        return {
          attachments: [...attachments, ...added],
          problem: createProblem(describeRefused(refused, limits, words)),
        };
      });
      return added.flatMap((one) => {
        if (!one.file) return [];
        void startUpload(one, Promise.resolve(one.file));
        return one.file;
      });
    },

    record(start) {
      if (current.length >= limits.maxCount) {
        const problem = describeRefusal("count", new File([], words.recording));
        update(() => ({ problem: createProblem(problem) }));
        return undefined;
      }
      const recording = start();
      if (!recording) return undefined;
      const name = uniqueName(
        words.recording,
        current.map((other) => other.name),
      );
      const one = createAttachment(name);
      update(({ attachments }) => ({ attachments: [...attachments, one], problem: undefined }));
      const checked = recording.then((file) => {
        const reason = findRefusalReason(file, limits);
        if (reason) throw new RefusedFileError(describeRefusal(reason, file));
        return withName(file, file.name.replace(words.recording, name));
      });
      void startUpload(one, checked);
      return one.id;
    },

    remove(id) {
      update(({ attachments }) => {
        attachments.find((one) => one.id === id)?.controller.abort();
        return {
          attachments: attachments.filter((one) => one.id !== id),
          problem: undefined,
          isSendPending: false,
        };
      });
    },

    retry(id) {
      let retried: Attachment | undefined;
      update(({ attachments }) => ({
        attachments: attachments.map((one) => {
          if (one.id !== id || !one.error || !one.file) return one;
          retried = { id, name: one.name, file: one.file, controller: new AbortController() };
          return retried;
        }),
        problem: undefined,
      }));
      if (retried?.file) void startUpload(retried, Promise.resolve(retried.file));
    },
  };
}

/** A recording that became more than may be sent. */
class RefusedFileError extends Error {}

function createAttachment(name: string): Attachment {
  return { id: `attachment-${++attachmentCount}`, name, controller: new AbortController() };
}

/** Pictures that are pasted all have one name, and nobody could tell them apart. */
function uniqueName(name: string, usedNames: readonly string[]): string {
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? dot : name.length;
  let candidate = name;
  for (let count = 2; usedNames.includes(candidate); count += 1) {
    candidate = `${name.slice(0, end)} ${count}${name.slice(end)}`;
  }
  return candidate;
}

function withName(file: File, name: string): File {
  const { type, lastModified } = file;
  return file.name === name ? file : new File([file], name, { type, lastModified });
}
