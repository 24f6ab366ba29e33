import { useOptionalCapabilities } from "../../hooks/thread/useCapabilities.ts";
import type { Message } from "../../protocol/events.ts";
import { useSettings } from "../settings/settings.tsx";
import { mergeStrings } from "./mergeStrings.ts";
import { englishStrings, type Strings, type StringsOverride } from "./strings.ts";

/**
 * Returns the texts of the nearest chat or `ChatSettings`, or English. Use it in a component that
 * replaces a built-in one, so that its texts follow the language of the chat.
 *
 * @example Render a localized button
 * ```tsx
 * const { retry } = useStrings();
 * return <button type="button">{retry}</button>;
 * ```
 * @example Read the text of a group
 * ```tsx
 * const { running, failed } = useStrings().toolCall;
 * ```
 * @see {@link Strings} for all texts
 */
export function useStrings(): Strings {
  return completeStrings(useSettings().strings);
}

/** Complete texts by override, so that all components of a chat share one object. */
const completed = new WeakMap<StringsOverride, Strings>();

function completeStrings(override: StringsOverride): Strings {
  const cached = completed.get(override);
  if (cached) return cached;
  const strings = mergeStrings(englishStrings, override);
  completed.set(override, strings);
  return strings;
}

/**
 * @internal Returns the name of the assistant. The application's choice comes first, then `identity.name` of the
 * agent's capabilities, then the word of the language.
 *
 * @param message - A message; one of a sub-agent does not have the name of the agent itself.
 */
export function useAssistantName(message?: Message): string {
  const { assistantName } = useSettings();
  const { assistant } = useStrings().authors;
  const name: unknown = useOptionalCapabilities()?.identity?.name;
  if (assistantName !== undefined) return assistantName;
  return typeof name === "string" && name.trim() !== "" && !message?.subagentRunId
    ? name
    : assistant;
}
