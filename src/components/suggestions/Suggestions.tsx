import type { ReactNode } from "react";
import { expandSuggestion } from "../../hooks/suggestions/suggestionOptions.ts";
import { useSuggestions } from "../../hooks/suggestions/useSuggestions.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useTyping } from "../../hooks/thread/useTyping.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import type { SuggestionsProps } from "../settings/composerPartProps.ts";
import { useClassName } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { useTooltip } from "../tooltip/useTooltip.tsx";

/**
 * Offers messages as a row of buttons that each send one.
 *
 * `Chat` renders one below the composer of an empty conversation, and above it later. The row above reserves its space
 * while it is empty, so that the page does not move, and stays empty while the user types. Renders a
 * `<div>`.
 *
 * @example Use it above a custom composer
 * ```tsx
 * <Suggestions options={{ generate: { max: 3 } }} />
 * <MyComposer />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-suggestion-row` Also `[data-loading]` while the agent generates suggestions.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Suggestions({ options, className }: SuggestionsProps): ReactNode {
  const strings = useStrings();
  const { send } = useAgentRun();
  const { suggestions, isLoading } = useSuggestions(options);
  const { isTyping } = useTyping();
  const focusComposer = useFocusComposer();
  const isStarted = useSnapshot(({ messages }) => messages.length > 0);
  const isShown = suggestions.length > 0 && !(isTyping && isStarted);
  return (
    <div
      className={useClassName("Suggestions", "agk-suggestion-row", className)}
      data-loading={isLoading || undefined}
    >
      {isShown && (
        // biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores a list without markers
        <ul className="agk-suggestion-list" role="list" aria-label={strings.suggestions}>
          {suggestions.map((suggestion) => {
            const { label, message } = expandSuggestion(suggestion);
            return (
              <li key={label}>
                <SuggestionButton
                  label={label}
                  onPress={(button) => {
                    focusComposer(button);
                    void send(message);
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

interface SuggestionButtonProps {
  readonly label: string;
  readonly onPress: (button: Element) => void;
}

/** Renders a suggestion. A tooltip shows a text that is too long for its button. */
function SuggestionButton({ label, onPress }: SuggestionButtonProps): ReactNode {
  const [trigger, tooltip] = useTooltip(label);
  return (
    <button
      type="button"
      className="agk-suggestion"
      dir="auto"
      {...trigger}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      {label}
      {tooltip}
    </button>
  );
}
