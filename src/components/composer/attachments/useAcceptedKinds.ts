import { useCapabilities } from "../../../hooks/thread/useCapabilities.ts";
import type { AttachmentOptions } from "./attachmentOptions.ts";

/** @internal Kinds of files, as in `multimodal.input` of the capabilities of an agent. */
export type MediaKind = (typeof ATTACHMENT_KINDS)[number];

const ATTACHMENT_KINDS = ["image", "audio", "video", "pdf", "file"] as const;

/**
 * @internal Returns the kinds of files that can be attached, by the capabilities of the agent. `file` stands
 * for every kind that the capabilities do not name.
 *
 * @param options - `false` accepts nothing. `true` and options accept everything when the capabilities name
 * no accepted kind.
 */
export function useAcceptedKinds(
  options: boolean | AttachmentOptions | undefined,
): readonly MediaKind[] {
  const input = useCapabilities()?.multimodal?.input;
  const isRequested = !!options && !ATTACHMENT_KINDS.some((kind) => input?.[kind] === true);
  return ATTACHMENT_KINDS.filter(
    (kind) => options !== false && (input?.[kind] ?? input?.file ?? isRequested) === true,
  );
}
