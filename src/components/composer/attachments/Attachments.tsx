import type { ReactNode } from "react";
import type { AttachmentsProps } from "../../settings/composerProps.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { useDraft } from "../draft.ts";
import { useAcceptedKinds } from "./useAcceptedKinds.ts";

/** One that cannot be loaded leaves a composer for text. */
const LazyAttachmentBar = lazyPart<AttachmentsProps>(() =>
  import("./AttachmentBar.tsx").then((file) => file.AttachmentBar),
);

/**
 * Shows the files that go out with the next message of a thread, and what attaches them: a button, a
 * microphone, and for the form it stands in, and the chat around that, pasting and dropping.
 *
 * `Composer` has one; `useAttachments` is for a composer of one's own, which has to send what was
 * attached. Nothing is offered that the agent does not take. Renders a `<ul>` and buttons beside it,
 * once there is something to show.
 *
 * @example In a form of one's own
 * ```tsx
 * const { take, isReady } = useAttachments();
 * const handleSubmit = (event: React.SubmitEvent) => {
 *   event.preventDefault();
 *   if (isReady) void send([{ type: "text", text }, ...take()]);
 * };
 * return <form onSubmit={handleSubmit}><Attachments options={{ accept: "image/*" }} />{field}</form>;
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-attachment[data-status="pending"]` One file, while it is read, recorded or uploaded;
 * also `ready` and `failed`.
 * @selector `[data-drop]` The chat, or the form, while files are held over it.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Attachments({ options, className }: AttachmentsProps): ReactNode {
  const { attachments } = useDraft();
  const kinds = useAcceptedKinds(options);
  // What was attached for another agent stays in sight, so that it can be removed.
  if (kinds.length === 0 && attachments.length === 0) return null;
  return <LazyAttachmentBar options={options} className={className} />;
}
