import { useSettings } from "../settings/settings.tsx";
import type { Strings } from "./strings.ts";

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
 */
export function useStrings(): Strings {
  return useSettings().strings;
}
