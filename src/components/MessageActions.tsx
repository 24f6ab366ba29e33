import { type ComponentType, type ReactNode, useSyncExternalStore } from "react";
import type { MessageActionsProps } from "./parts.ts";
import { useClass } from "./settings.tsx";

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
  const Bar = useSyncExternalStore(load, () => loaded, onServer);
  const place = useClass("MessageActions", "agk-actions", props.className);
  return Bar ? <Bar {...props} /> : <div className={place} />;
}

/*
 * Not by `lazy`: a server would send every place as one that it could not fill, and thousands of them
 * would each be tried again.
 */
let loaded: ComponentType<MessageActionsProps> | undefined;
let isLoading = false;
const places = new Set<() => void>();

function load(onLoad: () => void): () => void {
  places.add(onLoad);
  if (!loaded && !isLoading) {
    isLoading = true;
    import("./actions/ActionBar.tsx").then(
      ({ ActionBar }) => {
        loaded = ActionBar;
        for (const fill of [...places]) fill();
      },
      // One can still read, write and send, and the next message tries again.
      () => {
        isLoading = false;
      },
    );
  }
  return () => {
    places.delete(onLoad);
  };
}

const onServer = () => undefined;
