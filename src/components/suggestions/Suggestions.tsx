import type { ReactNode } from "react";
import { expandSuggestion } from "../../hooks/suggestions/suggestionOptions.ts";
import { useSuggestionsSince } from "../../hooks/suggestions/useSuggestions.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useTyping } from "../../hooks/thread/useTyping.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import type { SuggestionsProps } from "../settings/composerProps.ts";
import { useClass, useSettings } from "../settings/settings.tsx";

/** @internal */
export interface SuggestionRowProps extends SuggestionsProps {
  /** The run there was when the row was first wanted. */
  readonly since: Parameters<typeof useSuggestionsSince>[0];
}

/** @internal The row itself; what is public is `Suggestions`, which loads it. */
export function SuggestionRow({ options, since, className }: SuggestionRowProps): ReactNode {
  const { strings } = useSettings();
  const { send } = useAgentRun();
  const { suggestions, isLoading } = useSuggestionsSince(since, options);
  const { isTyping } = useTyping();
  const focusComposer = useFocusComposer();
  const isShown = suggestions.length > 0 && !isTyping;
  return (
    <div
      className={useClass("Suggestions", "agk-suggestion-row", className)}
      data-loading={isLoading || undefined}
    >
      {isShown && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without marks is none to VoiceOver
        <ul className="agk-suggestion-list" role="list" aria-label={strings.suggestions}>
          {suggestions.map((suggestion) => {
            const { label, message } = expandSuggestion(suggestion);
            return (
              <li key={label}>
                <button
                  type="button"
                  className="agk-suggestion"
                  title={label}
                  dir="auto"
                  onClick={({ currentTarget }) => {
                    focusComposer(currentTarget);
                    void send(message);
                  }}
                >
                  {label}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
