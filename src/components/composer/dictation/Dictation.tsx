import type { ReactNode } from "react";
import type { DictationProps } from "../../settings/composerPartProps.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { importComposerTools } from "../attachments/Attachments.tsx";

/** Without the button, users can still type. */
const LazyDictationButton = lazyPart<DictationProps>(() =>
  importComposerTools().then((tools) => tools.DictationButton),
);

/** @internal Loads the code of the button before it is rendered. */
export const preloadDictation = LazyDictationButton.preload;

/**
 * Renders a button that inserts speech as text at the caret of the surrounding form.
 *
 * `Composer` and `Chat` contain one when they have a `dictation`. In a custom form it writes into the first
 * `<textarea>`. Interim text appears at once and is replaced by the final text; edits by the user meanwhile
 * stay. A second press, Escape, sending, another thread and closing the chat end dictation. To attach audio
 * as a file, use `attachments` instead. The code is loaded when the component mounts. Renders a `<button>`,
 * where the adapter is supported.
 *
 * @example In a form of your own
 * ```tsx
 * const speech = webSpeechDictation();
 * return <form onSubmit={handleSubmit}><textarea name="text" /><Dictation adapter={speech} /></form>;
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-composer-tool[aria-pressed="true"]` Dictation is active.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Dictation(props: DictationProps): ReactNode {
  return props.adapter.isSupported?.() === false ? null : <LazyDictationButton {...props} />;
}
