import { useSnapshot } from "agui-kit";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls a scene down to its chat when the person has said something: in a low window the panel
 * and the chat do not fit one below the other. Where they do, there is nothing to scroll.
 */
export function useScrollToChat(): RefObject<HTMLElement | null> {
  const scene = useRef<HTMLElement>(null);
  const said = useSnapshot(({ messages }) => messages.filter(({ role }) => role === "user").length);
  useEffect(() => {
    if (said > 0) scene.current?.scrollTo({ top: scene.current.scrollHeight });
  }, [said]);
  return scene;
}
