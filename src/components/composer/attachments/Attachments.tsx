import type { ReactNode } from "react";
import type { AttachmentsProps } from "../../settings/composerPartProps.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { useDraft } from "../draft.ts";
import { useAcceptedKinds } from "./useAcceptedKinds.ts";

/** @internal Loads the code of attachments and dictation. */
export const importComposerTools = () => import("../composerTools.ts");

/** Without the bar, the composer still sends text. The row for its buttons is there before them. */
const LazyAttachmentBar = lazyPart<AttachmentsProps>(
  () => importComposerTools().then((tools) => tools.AttachmentBar),
  { Loading: () => <span hidden /> },
);

/** @internal Loads the code of the bar before it is rendered. */
export const preloadAttachments = LazyAttachmentBar.preload;

/**
 * Renders the attachments of the next message and the buttons that add them.
 *
 * Files can also be pasted into the surrounding form, and dropped on it or on the surrounding chat.
 * `Composer` contains one. A custom composer uses `useAttachments` to send the files. Offers only the kinds
 * that the agent accepts. Renders a `<ul>` and buttons, once there is something to show.
 *
 * @example In a form of your own
 * ```tsx
 * const { takeParts, isReady } = useAttachments();
 * const handleSubmit = (event: React.SubmitEvent) => {
 *   event.preventDefault();
 *   if (isReady) void send([{ type: "text", text }, ...takeParts()]);
 * };
 * return <form onSubmit={handleSubmit}><Attachments options={{ accept: "image/*" }} />{field}</form>;
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-attachment[data-status="pending"]` A file that is read, recorded or uploaded; also `ready`
 * and `failed`.
 * @selector `[data-drop]` The chat, or the form, while files are dragged over it.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Attachments({ options, className }: AttachmentsProps): ReactNode {
  const { attachments } = useDraft();
  const kinds = useAcceptedKinds(options);
  // Attachments that were added for another agent stay visible, so that the user can remove them.
  if (kinds.length === 0 && attachments.length === 0) return null;
  return <LazyAttachmentBar options={options} className={className} />;
}
