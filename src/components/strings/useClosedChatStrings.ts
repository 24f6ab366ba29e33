import { useMemo } from "react";
import { useSettings } from "../settings/settings.tsx";
import { type ClosedChatStrings, closedChatStrings } from "./closedChatStrings.ts";
import { mergeStrings } from "./mergeStrings.ts";

/** @internal Returns the texts that a popup or a sidebar needs before its chat is loaded; see `useStrings`. */
export function useClosedChatStrings(): ClosedChatStrings {
  const { strings } = useSettings();
  return useMemo(() => mergeStrings(closedChatStrings, strings), [strings]);
}
