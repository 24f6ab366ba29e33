import type { ReactNode } from "react";
import type { DictationProps } from "../../settings/composerProps.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";

/** One that cannot be loaded leaves a field for the keyboard. */
const LazyDictationButton = lazyPart<DictationProps>(() =>
  import("./DictationButton.tsx").then((file) => file.DictationButton),
);

/**
 * A button that turns speech into text, written into the form it stands in, where the caret is.
 *
 * `Composer` and `Chat` have one when they are given a `dictation`; in a form of one's own it writes into the first
 * `<textarea>` of it. What is being said is seen at once, and replaced by what was understood in the end; whatever
 * the person writes meanwhile stays as it is. Another press, Escape, sending, another thread and
 * closing the chat end it. It is not what records sound: that attaches a file, and is offered by `attachments`.
 * It is loaded when it is first mounted. Renders a `<button>`, where the adapter works.
 *
 * @example In a form of one's own
 * ```tsx
 * const speech = webSpeechDictation();
 * return <form onSubmit={handleSubmit}><textarea name="text" /><Dictation adapter={speech} /></form>;
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-composer-tool[aria-pressed="true"]` While it listens.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Dictation(props: DictationProps): ReactNode {
  return props.adapter.isSupported?.() === false ? null : <LazyDictationButton {...props} />;
}
