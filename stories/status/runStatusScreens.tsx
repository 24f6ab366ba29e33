import { type ReactNode, useEffect, useState } from "react";
import { RunStatusRow } from "../../src/components/status/RunStatusRow.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { useFrontendTool } from "../../src/hooks/tools/useFrontendTool.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import type { Thread } from "../../src/store/thread/thread.ts";

interface RunningProps {
  readonly create: () => Thread;
  /** Action on the thread after mount. @defaultValue runs the thread */
  readonly start?: (thread: Thread) => unknown;
  readonly children?: ReactNode;
}

/** Renders only the status of a new thread. */
export function RunStatusScreen({ create, start = run, children }: RunningProps): ReactNode {
  const [thread] = useState(create);
  useEffect(() => {
    void start(thread);
    return () => thread.stop();
  }, [thread, start]);
  return (
    <ThreadProvider thread={thread}>
      {children}
      <RunStatusRow />
    </ThreadProvider>
  );
}

const run = (thread: Thread) => thread.run();

/** Returns the `data-status` of the status element. */
export const statusIn = (canvasElement: HTMLElement) =>
  canvasElement.querySelector(".agk-run-status")?.getAttribute("data-status");

/** Parameters of a story in an offline browser. */
export const withoutNetwork = {
  beforeEach: () => {
    Object.defineProperty(navigator, "onLine", { configurable: true, value: false });
    return () => void Reflect.deleteProperty(navigator, "onLine");
  },
};

/** Calls of two frontend tools. */
export const searches: readonly EventInput[] = ["search_flights", "search_hotels"].flatMap(
  (toolCallName): EventInput[] => [
    { type: "TOOL_CALL_START", toolCallId: toolCallName, toolCallName, parentMessageId: "m" },
    { type: "TOOL_CALL_END", toolCallId: toolCallName },
  ],
);

/** Registers both frontend tools with one handler. */
export function SearchTools({ handler }: { readonly handler: Handler }): ReactNode {
  useFrontendTool({ name: "search_flights", handler });
  useFrontendTool({ name: "search_hotels", handler });
  return null;
}

type Handler = (args: unknown, context: { readonly signal: AbortSignal }) => unknown;
