import { lazy, type ReactNode, Suspense } from "react";
import type { Draft } from "../composerDraft.ts";
import { useAccepted } from "./accepted.ts";

/** One that cannot be loaded leaves a composer for text. */
const AttachmentTools = lazy(() =>
  import("./AttachmentTools.tsx").then(
    ({ AttachmentTools }) => ({ default: AttachmentTools }),
    () => ({ default: () => null }),
  ),
);

interface AttachmentsProps {
  /** What the composer was told. */
  readonly wish: boolean | undefined;
  readonly draft: Draft;
}

/** @internal Where files can be attached: what is attached, and the buttons for it; loaded then. */
export function Attachments({ wish, draft }: AttachmentsProps): ReactNode {
  const kinds = useAccepted(wish);
  // What was attached for another agent stays in sight, so that it can be removed.
  if (kinds.length === 0 && draft.attachments.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <AttachmentTools kinds={kinds} draft={draft} />
    </Suspense>
  );
}
