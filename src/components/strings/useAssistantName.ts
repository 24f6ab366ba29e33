import { useOptionalCapabilities } from "../../hooks/thread/useCapabilities.ts";
import type { Message } from "../../protocol/events.ts";
import { useSettings } from "../settings/settings.tsx";
import { useStrings } from "./useStrings.ts";

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
