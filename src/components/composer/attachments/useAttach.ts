import { useThread } from "../../../hooks/providers/useThread.ts";
import { useWhenRemoved } from "../../../hooks/thread/useOnThreadRemoved.ts";
import { useStrings } from "../../strings/useStrings.ts";
import type { Draft } from "../draft.ts";
import { useAccepted } from "./acceptedTypes.ts";
import type { Attachment } from "./attachment.ts";
import {
  isAccepted,
  limitsOf,
  listNames,
  partitionFiles,
  problemOf,
  type Reason,
  reasonAgainst,
} from "./limits.ts";
import type { AttachmentOptions } from "./options.ts";
import { asProblem } from "./problem.ts";
import { readFile } from "./readFile.ts";
import { uploadAttachment } from "./upload.ts";

/** What changes the files of a draft. */
export interface Attaching {
  /** Whether there is anything that both the agent and the application take. */
  readonly isOffered: boolean;
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
let count = 0;

/** What a recording is before it is known what it has become. */
const SOUND = { name: "", type: "audio/webm" };

/**
 * Returns what attaches files to the draft. One that is not taken, is too large or cannot be read is left
 * out, and the draft says why.
 */
export function useAttach(
  { update, attachments: shown }: Pick<Draft, "update" | "attachments">,
  wish: boolean | AttachmentOptions | undefined,
): Attaching {
  const { attachments: words } = useStrings();
  const thread = useThread();
  const whenRemoved = useWhenRemoved();
  const options = typeof wish === "object" ? wish : {};
  const { upload } = options;
  const limits = limitsOf(useAccepted(wish), options);

  const refuse = (reason: Reason, file: File) =>
    problemOf(new Map([[reason, [file]]]), limits, words) ?? "";

  const describe = (error: unknown, file: File | undefined) => {
    if (error instanceof Refusal) return error.message;
    if (!file) return words.noMicrophone;
    return words[upload ? "notUploaded" : "unreadable"](listNames([file], words));
  };

  const begin = ({ controller }: Attachment, file: Promise<File>) =>
    uploadAttachment({
      update,
      controller,
      file,
      carry: upload ?? readFile,
      canRetry: upload !== undefined,
      whenRemoved,
      // One that somebody listens to is not let go of.
      hold: () => thread.subscribe({}),
      describe,
    });

  return {
    isOffered: limits.kinds.length > 0,
    accept: limits.tokens?.join(),
    canRecord: options.record === true && isAccepted(SOUND, limits),

    add(files, folders) {
      let added: readonly Attachment[] = [];
      update(({ attachments }) => {
        const room = limits.maxCount - attachments.length;
        const { taken, refused } = partitionFiles(files, limits, room, folders);
        const names = attachments.map(({ name }) => name);
        added = taken.map((file) => {
          const name = freeName(file.name, names);
          names.push(name);
          return { ...create(name), file: named(file, name) };
        });
        return {
          attachments: [...attachments, ...added],
          problem: asProblem(problemOf(refused, limits, words)),
        };
      });
      return added.flatMap((one) => {
        if (!one.file) return [];
        void begin(one, Promise.resolve(one.file));
        return one.file;
      });
    },

    record(start) {
      if (shown.length >= limits.maxCount) {
        const problem = refuse("count", new File([], words.recording));
        update(() => ({ problem: asProblem(problem) }));
        return undefined;
      }
      const recording = start();
      if (!recording) return undefined;
      const name = freeName(
        words.recording,
        shown.map((other) => other.name),
      );
      const one = create(name);
      update(({ attachments }) => ({ attachments: [...attachments, one], problem: undefined }));
      const checked = recording.then((file) => {
        const reason = reasonAgainst(file, limits);
        if (reason) throw new Refusal(refuse(reason, file));
        return named(file, file.name.replace(words.recording, name));
      });
      void begin(one, checked);
      return one.id;
    },

    remove(id) {
      update(({ attachments }) => {
        attachments.find((one) => one.id === id)?.controller.abort();
        return {
          attachments: attachments.filter((one) => one.id !== id),
          problem: undefined,
          isWanted: false,
        };
      });
    },

    retry(id) {
      let again: Attachment | undefined;
      update(({ attachments }) => ({
        attachments: attachments.map((one) => {
          if (one.id !== id || !one.error || !one.file) return one;
          again = { id, name: one.name, file: one.file, controller: new AbortController() };
          return again;
        }),
        problem: undefined,
      }));
      if (again?.file) void begin(again, Promise.resolve(again.file));
    },
  };
}

/** A recording that became more than may be sent. */
class Refusal extends Error {}

function create(name: string): Attachment {
  return { id: `attachment-${++count}`, name, controller: new AbortController() };
}

/** Pictures that are pasted all have one name, and nobody could tell them apart. */
function freeName(name: string, taken: readonly string[]): string {
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? dot : name.length;
  let free = name;
  for (let count = 2; taken.includes(free); count += 1) {
    free = `${name.slice(0, end)} ${count}${name.slice(end)}`;
  }
  return free;
}

function named(file: File, name: string): File {
  const { type, lastModified } = file;
  return file.name === name ? file : new File([file], name, { type, lastModified });
}
