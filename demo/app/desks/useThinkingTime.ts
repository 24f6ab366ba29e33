import { useAgentEvent } from "agui-kit";
import { useRef, useState } from "react";

/** Returns the seconds that the nearest thread's agent took to begin its last answer. */
export function useThinkingTime(): number | undefined {
  const start = useRef<number>(undefined);
  const [seconds, setSeconds] = useState<number>();
  useAgentEvent(["RUN_STARTED", "TEXT_MESSAGE_START"], ({ type }) => {
    if (type === "RUN_STARTED") {
      start.current = performance.now();
      setSeconds(undefined);
    } else if (start.current !== undefined) {
      setSeconds((performance.now() - start.current) / 1000);
      start.current = undefined;
    }
  });
  return seconds;
}
