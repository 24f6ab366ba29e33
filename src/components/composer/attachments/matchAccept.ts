import { mediaKindOf } from "./readFile.ts";
import type { MediaKind } from "./useAcceptedKinds.ts";

/** What both the agent and the application take: what is offered, checked and said. */
export interface AcceptedFiles {
  /** None where the two have nothing in common. */
  readonly kinds: readonly MediaKind[];
  /** The same as a file field names it, in lower case; absent where that would be everything there is. */
  readonly tokens: readonly string[] | undefined;
}

/** What an `accept` attribute says for each kind; `file` needs none. */
const ACCEPT_BY_KIND = {
  image: "image/*",
  audio: "audio/*",
  video: "video/*",
  pdf: "application/pdf",
};

/** The kind that a word of an `accept` attribute is of. */
export function kindOfToken(token: string): MediaKind {
  return mediaKindOf(token.startsWith(".") ? { type: "", name: token } : { type: token });
}

/**
 * Returns what the agent takes of what the application takes.
 *
 * @param kinds - What the agent takes.
 * @param accept - What the application takes, as the `accept` of a file field; everything where it says nothing.
 */
export function matchAccept(
  kinds: readonly MediaKind[],
  accept: string | undefined,
): AcceptedFiles {
  const requested = tokensOf(accept);
  if (!requested || requested.some((token) => token === "*/*" || token === "*")) {
    const types = kinds.flatMap((kind) => (kind === "file" ? [] : ACCEPT_BY_KIND[kind]));
    return { kinds, tokens: kinds.includes("file") ? undefined : types };
  }
  const tokens = requested.flatMap((token) => {
    if (kinds.includes(kindOfToken(token))) return token;
    // Of all there is beside pictures, sound and film, documents alone.
    return token === "application/*" && kinds.includes("pdf") ? ACCEPT_BY_KIND.pdf : [];
  });
  const commonKinds = kinds.filter((kind) =>
    tokens.some(
      (token) => kindOfToken(token) === kind || (token === "application/*" && kind === "pdf"),
    ),
  );
  return { kinds: commonKinds, tokens };
}

function tokensOf(accept: string | undefined): readonly string[] | undefined {
  const tokens = accept
    ?.toLowerCase()
    .split(",")
    .map((token) => token.trim())
    .filter((token) => token !== "");
  return tokens?.length ? tokens : undefined;
}
