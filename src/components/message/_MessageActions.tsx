import type { ReactNode } from "react";
import { useClass } from "../settings/settings.tsx";
import type { MessageActionsProps } from "../settings/transcriptProps.ts";
import { lazyPart } from "../ui/lazyPart.tsx";

/**
 * Shows what can be done with a message. What the person has said can be copied, and edited in its place;
 * an answer can be copied, given again, read aloud and rated, as a whole; and the conversation can be
 * downloaded, where `actions` ask for that.
 *
 * `MessageList` shows one below each message of the person, and at the end of each answer that is over.
 * It is in the order of the Tab key and never hidden. What it does is loaded with the first one; its place
 * is kept meanwhile. Renders a `<div role="group">` that is named after the message.
 *
 * @example Below a message of one's own
 * ```tsx
 * <MyMessage message={message} />
 * <MessageActions message={message} actions={["copy", "feedback"]} />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-actions[data-editing]` While the message is edited.
 * @selector `.agk-action[aria-pressed="true"]` A thumb that was given.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function MessageActions(props: MessageActionsProps): ReactNode {
  return <Bar {...props} />;
}

/** One can still read, write and send where it cannot be loaded. */
const Bar = lazyPart<MessageActionsProps>(
  () => import("./MessageActions.tsx").then((file) => file.MessageActions),
  { Loading: Place, Failed: Place },
);

/** Where its buttons will be, so that nothing moves when they come. */
function Place({ className }: MessageActionsProps): ReactNode {
  return <div className={useClass("MessageActions", "agk-actions", className)} />;
}
