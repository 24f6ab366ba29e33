import { mediaKindOf } from "./readFile.ts";
import type { MediaKind } from "./useAcceptedKinds.ts";

/** Files that both the agent and the application accept. */
export interface AcceptedFiles {
  /** Accepted kinds; empty when the agent and the application have none in common. */
  readonly kinds: readonly MediaKind[];
  /** Tokens for the `accept` attribute of a file input, in lower case; absent when every file is accepted. */
  readonly tokens: readonly string[] | undefined;
}

/** `accept` tokens by kind. The kind `file` accepts everything and has none. */
const ACCEPT_BY_KIND = {
  image: "image/*",
  audio: "audio/*",
  video: "video/*",
  pdf: "application/pdf",
};

/** Returns the kind of file that a token of an `accept` attribute stands for. */
export function kindOfToken(token: string): MediaKind {
  return mediaKindOf(token.startsWith(".") ? { type: "", name: token } : { type: token });
}

/**
 * Returns the intersection of the kinds that the agent accepts and an `accept` attribute.
 *
 * @param kinds - Kinds that the agent accepts.
 * @param accept - `accept` attribute of the application; everything when absent.
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
    // Among the `application/*` types only PDF is a kind of its own.
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
