import type { AttachmentStrings } from "../../strings/attachmentStrings.ts";
import type { Draft } from "../draft.ts";
import { type AcceptedFiles, kindOfToken, matchAccept } from "./matchAccept.ts";
import type { AttachmentOptions } from "./options.ts";
import { mediaKindOf } from "./readFile.ts";
import type { MediaKind } from "./useAcceptedKinds.ts";

/** What may be attached. */
export interface Limits extends AcceptedFiles {
  /** In bytes, of one file. */
  readonly maxBytes: number;
  readonly maxCount: number;
}

/** Why a file is left out. */
export type RefusalReason = "folder" | "kind" | "empty" | "size" | "count";

/** Files that were left out, by the reason. */
export type RefusedFiles = ReadonlyMap<RefusalReason, readonly File[]>;

export function resolveLimits(
  kinds: readonly MediaKind[],
  { accept, maxBytes, maxCount = 10, upload }: AttachmentOptions,
): Limits {
  // More than that, as text in a request, is refused by most servers.
  const maxFileBytes = maxBytes ?? (upload ? Number.POSITIVE_INFINITY : 20 * 2 ** 20);
  return { ...matchAccept(kinds, accept), maxBytes: maxFileBytes, maxCount };
}

/**
 * Parts files that may be attached from those that may not.
 *
 * @param remaining - How many may be.
 * @param folders - What looks like a file and is none, as only what brought it can tell.
 */
export function partitionFiles(
  files: readonly File[],
  limits: Limits,
  remaining: number,
  folders: ReadonlySet<File> = new Set(),
): { readonly accepted: readonly File[]; readonly refused: RefusedFiles } {
  const accepted: File[] = [];
  const refused = new Map<RefusalReason, readonly File[]>();
  for (const file of files) {
    const reason = folders.has(file) ? "folder" : findRefusalReason(file, limits);
    const refusal = reason ?? (accepted.length < remaining ? undefined : "count");
    if (refusal === undefined) accepted.push(file);
    else refused.set(refusal, [...(refused.get(refusal) ?? []), file]);
  }
  return { accepted, refused };
}

/** Why a file cannot be attached, however few there are. */
export function findRefusalReason(file: File, limits: Limits): RefusalReason | undefined {
  if (!isAccepted(file, limits)) return "kind";
  if (file.size === 0) return "empty";
  return file.size > limits.maxBytes ? "size" : undefined;
}

/** Whether a file is of a kind that both the agent and the application take. */
export function isAccepted(
  file: Pick<File, "name" | "type">,
  { kinds, tokens }: Pick<AcceptedFiles, "kinds" | "tokens">,
): boolean {
  const type = file.type.split(";", 1)[0]?.toLowerCase() ?? "";
  const kind = mediaKindOf({ type, name: file.name });
  const matches = (token: string) => {
    if (token.startsWith(".")) return file.name.toLowerCase().endsWith(token);
    // Of what the browser has no type for, the name tells the kind.
    if (type === "") return /\*|pdf/.test(token) && kindOfToken(token) === kind;
    return token.endsWith("/*") ? type.startsWith(token.slice(0, -1)) : type === token;
  };
  return kinds.includes(kind) && (tokens?.some(matches) ?? true);
}

/** What is said of files that were left out: one sentence for each reason, with all their names. */
export function describeRefused(
  refused: RefusedFiles,
  limits: Limits,
  words: AttachmentStrings,
): string | undefined {
  const sentences = [...refused].map(([reason, files]) =>
    refusalSentences[reason](listNames(files, words), limits, words),
  );
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

/** Names as they stand in a sentence, each with a direction of its own. */
export function listNames(
  files: readonly { readonly name: string }[],
  words: AttachmentStrings,
): string {
  return words.list(files.map(({ name }) => `\u2068${name}\u2069`));
}

const refusalSentences: Readonly<
  Record<RefusalReason, (names: string, limits: Limits, words: AttachmentStrings) => string>
> = {
  folder: (names, _limits, words) => words.folder(names),
  kind: (names, limits, words) => words.notTaken(names, describeAcceptedKinds(limits, words)),
  empty: (names, _limits, words) => words.unreadable(names),
  size: (names, { maxBytes }, words) => words.tooLarge(names, words.size(maxBytes)),
  count: (names, { maxCount }, words) => words.tooMany(names, maxCount),
};

/** What can be attached, in words; nothing where that is anything but a few kinds. */
function describeAcceptedKinds({ tokens }: Limits, words: AttachmentStrings): string | undefined {
  if (tokens?.some((token) => token.endsWith("/*") && kindOfToken(token) === "file"))
    return undefined;
  const named = tokens?.map((token) => {
    const kind = kindOfToken(token);
    return kind === "file" || !/\*|pdf/.test(token)
      ? token.replace(/^(\.|.*\/)/, "").toUpperCase()
      : words.kinds[kind];
  });
  return named && words.list([...new Set(named)]);
}

/** Counts what could ever not be attached, so that the same words are said again: down, as refusals are counted up. */
let problemCount = 0;

/** Makes what a draft says of files that were not taken; nothing of none. */
export function createProblem(text: string | undefined): Draft["problem"] {
  return text === undefined ? undefined : { text, id: --problemCount };
}
