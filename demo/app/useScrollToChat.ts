import { useSnapshot } from "agui-kit";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls to the chat when the user has sent a message, because the panel and the chat do not both
 * fit in a low window.
 */
export function useScrollToChat(): RefObject<HTMLElement | null> {
  const example = useRef<HTMLElement>(null);
  const sentCount = useSnapshot(
    ({ messages }) => messages.filter(({ role }) => role === "user").length,
  );
  useEffect(() => {
    if (sentCount > 0) example.current?.scrollTo({ top: example.current.scrollHeight });
  }, [sentCount]);
  return example;
}
