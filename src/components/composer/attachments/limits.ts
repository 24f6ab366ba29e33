import type { AttachmentStrings } from "../../strings/composerStrings.ts";
import type { ComposerDraft } from "../draft.ts";
import type { AttachmentOptions } from "./attachmentOptions.ts";
import { type AcceptedFiles, kindOfToken, matchAccept } from "./matchAccept.ts";
import { mediaKindOf } from "./readFile.ts";
import type { MediaKind } from "./useAcceptedKinds.ts";

/** Restrictions on attachments, from the agent and the application. */
interface Limits extends AcceptedFiles {
  /** Maximum size of one file, in bytes. */
  readonly maxBytes: number;
  readonly maxCount: number;
}

/** Reason why a file is not attached. */
export type RefusalReason = "folder" | "kind" | "empty" | "size" | "count";

/** Files that are not attached, by reason. */
type RefusedFiles = ReadonlyMap<RefusalReason, readonly File[]>;

/** Returns the limits for the kinds that the agent accepts and the options of the application. */
export function resolveLimits(
  kinds: readonly MediaKind[],
  { accept, maxBytes, maxCount = 10, upload }: AttachmentOptions,
): Limits {
  // Most servers reject requests with more Base64 data.
  const maxFileBytes = maxBytes ?? (upload ? Number.POSITIVE_INFINITY : 20 * 2 ** 20);
  return { ...matchAccept(kinds, accept), maxBytes: maxFileBytes, maxCount };
}

/**
 * Separates files that can be attached from those that cannot.
 *
 * @param remaining - Number of files that still fit into the message.
 * @param folders - Entries that are folders. Only the drop event knows that.
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

/** Returns the reason why a file cannot be attached, regardless of the number of files. */
export function findRefusalReason(file: File, limits: Limits): RefusalReason | undefined {
  if (!isAccepted(file, limits)) return "kind";
  if (file.size === 0) return "empty";
  return file.size > limits.maxBytes ? "size" : undefined;
}

/** True when both the agent and the application accept the kind of the file. */
export function isAccepted(
  file: Pick<File, "name" | "type">,
  { kinds, tokens }: Pick<AcceptedFiles, "kinds" | "tokens">,
): boolean {
  const type = file.type.split(";", 1)[0]?.toLowerCase() ?? "";
  const kind = mediaKindOf({ type, name: file.name });
  const isNamedByToken = (token: string) => {
    if (token.startsWith(".")) return file.name.toLowerCase().endsWith(token);
    // The browser knows no type for this file, so its name decides.
    if (type === "") return /\*|pdf/.test(token) && kindOfToken(token) === kind;
    return token.endsWith("/*") ? type.startsWith(token.slice(0, -1)) : type === token;
  };
  return kinds.includes(kind) && (tokens?.some(isNamedByToken) ?? true);
}

/** Returns one sentence for each reason, with the names of all its files. */
export function describeRefused(
  refused: RefusedFiles,
  limits: Limits,
  strings: AttachmentStrings,
): string | undefined {
  const sentences = [...refused].map(([reason, files]) =>
    refusalSentences[reason](listNames(files, strings), limits, strings),
  );
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

/** Returns file names as a list for a sentence, each isolated from the text direction around it. */
export function listNames(
  files: readonly { readonly name: string }[],
  strings: AttachmentStrings,
): string {
  return strings.list(files.map(({ name }) => `\u2068${name}\u2069`));
}

const refusalSentences: Readonly<
  Record<RefusalReason, (names: string, limits: Limits, strings: AttachmentStrings) => string>
> = {
  folder: (names, _limits, strings) => strings.folder(names),
  kind: (names, limits, strings) =>
    strings.notSupported(names, describeAcceptedKinds(limits, strings)),
  empty: (names, _limits, strings) => strings.unreadable(names),
  size: (names, { maxBytes }, strings) => strings.tooLarge(names, strings.size(maxBytes)),
  count: (names, { maxCount }, strings) => strings.tooMany(names, maxCount),
};

/** Returns the accepted kinds as a list for a sentence; `undefined` when almost everything is accepted. */
function describeAcceptedKinds({ tokens }: Limits, strings: AttachmentStrings): string | undefined {
  if (tokens?.some((token) => token.endsWith("/*") && kindOfToken(token) === "file"))
    return undefined;
  const named = tokens?.map((token) => {
    const kind = kindOfToken(token);
    return kind === "file" || !/\*|pdf/.test(token)
      ? token.replace(/^(\.|.*\/)/, "").toUpperCase()
      : strings.kinds[kind];
  });
  return named && strings.list([...new Set(named)]);
}

/**
 * Counts all problems, so that a repeated problem has a new id and is announced again. Negative, because send
 * errors count up.
 */
let problemCount = 0;

/** Returns a draft problem with a new id, or `undefined` without a text. */
export function createProblem(text: string | undefined): ComposerDraft["problem"] {
  return text === undefined ? undefined : { text, id: --problemCount };
}
