import type { ReactNode } from "react";
import { useCapabilities } from "../../hooks/thread/useCapabilities.ts";
import { useClassName } from "../settings/settings.tsx";
import type { WelcomeProps } from "../settings/transcriptPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";

/**
 * Greets the user in an empty conversation. `Chat` renders one by default, with the composer and the suggestions
 * below it. An agent with the capability `identity` is named and described, unless `title` and `text` replace
 * that. Renders a `<div>`.
 *
 * @example Replace logo and title
 * ```tsx
 * <Chat welcome={<Welcome logo={<img src="/logo.svg" alt="" />} title="Hello, Ada" />} />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-welcome`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Welcome({ logo, title, text }: WelcomeProps): ReactNode {
  const strings = useStrings();
  // A server may declare anything as its name.
  const identity: Partial<Record<string, unknown>> = useCapabilities()?.identity ?? {};
  const [name, description] = [identity.name, identity.description].map((value) =>
    typeof value === "string" ? value : undefined,
  );
  return (
    <div className={useClassName("Welcome", "agk-welcome")}>
      {logo && <div className="agk-welcome-logo">{logo}</div>}
      {name && title === undefined && <bdi className="agk-author">{name}</bdi>}
      <h2 className="agk-welcome-title">{title ?? strings.welcome}</h2>
      {(text ?? description) && (
        <div className="agk-welcome-text" dir={text === undefined ? "auto" : undefined}>
          {text ?? description}
        </div>
      )}
    </div>
  );
}
