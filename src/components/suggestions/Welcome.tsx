import type { ReactNode } from "react";
import { expandSuggestion } from "../../hooks/suggestions/suggestionOptions.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { useClass, useSettings } from "../settings/settings.tsx";
import type { WelcomeProps } from "../settings/transcriptProps.ts";

/**
 * Greets the person in an empty conversation and offers something to begin with.
 *
 * Renders a `<div>`.
 *
 * @example A welcome of one's own
 * ```tsx
 * <Chat welcome={<Welcome title="Hello, Ada" suggestions={["Plan my week"]} />} />
 * ```
 * @selector `.agk-welcome`
 */
export function Welcome({ title, text, suggestions = [] }: WelcomeProps): ReactNode {
  const { strings } = useSettings();
  const { send, isRunning } = useAgentRun();
  const focusComposer = useFocusComposer();
  return (
    <div className={useClass("Welcome", "agk-welcome")}>
      <h2 className="agk-welcome-title">{title ?? strings.welcome}</h2>
      {text && <div className="agk-welcome-text">{text}</div>}
      {suggestions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form submits
        <div className="agk-suggestions" role="group" aria-label={strings.suggestions}>
          {suggestions.map((suggestion) => {
            const { label, message } = expandSuggestion(suggestion);
            return (
              <button
                type="button"
                className="agk-suggestion"
                key={label}
                disabled={isRunning}
                onClick={({ currentTarget }) => {
                  focusComposer(currentTarget);
                  void send(message);
                }}
              >
                <bdi>{label}</bdi>
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}
