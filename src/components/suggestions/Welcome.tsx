import type { ReactNode } from "react";
import { expandSuggestion } from "../../hooks/suggestions/suggestionOptions.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useCapabilities } from "../../hooks/thread/useCapabilities.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { useClassName } from "../settings/settings.tsx";
import type { WelcomeProps } from "../settings/transcriptPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";

/**
 * Greets the user in an empty conversation and offers messages to start with. `Chat` renders one by
 * default. An agent with the capability `identity` is named and described, unless `title` and `text` replace
 * that. Renders a `<div>`.
 *
 * @example Replace title and suggestions
 * ```tsx
 * <Chat welcome={<Welcome title="Hello, Ada" suggestions={["Plan my week"]} />} />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-welcome`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Welcome({ title, text, suggestions = [] }: WelcomeProps): ReactNode {
  const strings = useStrings();
  const { send, isRunning } = useAgentRun();
  // A server may declare anything as its name.
  const identity: Partial<Record<string, unknown>> = useCapabilities()?.identity ?? {};
  const [name, description] = [identity.name, identity.description].map((value) =>
    typeof value === "string" ? value : undefined,
  );
  const focusComposer = useFocusComposer();
  return (
    <div className={useClassName("Welcome", "agk-welcome")}>
      {name && title === undefined && <bdi className="agk-author">{name}</bdi>}
      <h2 className="agk-welcome-title">{title ?? strings.welcome}</h2>
      {(text ?? description) && (
        <div className="agk-welcome-text" dir={text === undefined ? "auto" : undefined}>
          {text ?? description}
        </div>
      )}
      {suggestions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form
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
