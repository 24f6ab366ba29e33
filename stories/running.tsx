import { type ReactNode, useEffect, useState } from "react";
import { RunStatus } from "../src/components/status/RunStatus.tsx";
import { ThreadProvider } from "../src/hooks/providers/ThreadProvider.tsx";
import { useFrontendTool } from "../src/hooks/tools/useFrontendTool.ts";
import type { EventInput } from "../src/protocol/events.ts";
import type { Thread } from "../src/store/thread/thread.ts";

interface RunningProps {
  readonly create: () => Thread;
  /** What is done with the thread as soon as it is shown. @defaultValue it is run */
  readonly start?: (thread: Thread) => unknown;
  readonly children?: ReactNode;
}

/** The status of a thread of its own kind, and nothing else. */
export function Running({ create, start = run, children }: RunningProps): ReactNode {
  const [thread] = useState(create);
  useEffect(() => {
    void start(thread);
    return () => thread.stop();
  }, [thread, start]);
  return (
    <ThreadProvider thread={thread}>
      {children}
      <RunStatus />
    </ThreadProvider>
  );
}

const run = (thread: Thread) => thread.run();

/** What a status says that it is. */
export const statusIn = (canvasElement: HTMLElement) =>
  canvasElement.querySelector(".agk-run-status")?.getAttribute("data-status");

/** A story without a network: what the browser says of it is all that a page knows. */
export const withoutNetwork = {
  beforeEach: () => {
    Object.defineProperty(navigator, "onLine", { configurable: true, value: false });
    return () => void Reflect.deleteProperty(navigator, "onLine");
  },
};

/** Calls of two tools of the page. */
export const searches: readonly EventInput[] = ["search_flights", "search_hotels"].flatMap(
  (toolCallName): EventInput[] => [
    { type: "TOOL_CALL_START", toolCallId: toolCallName, toolCallName, parentMessageId: "m" },
    { type: "TOOL_CALL_END", toolCallId: toolCallName },
  ],
);

/** Both, as they are answered. */
export function SearchTools({ handler }: { readonly handler: Handler }): ReactNode {
  useFrontendTool({ name: "search_flights", handler });
  useFrontendTool({ name: "search_hotels", handler });
  return null;
}

type Handler = (args: unknown, context: { readonly signal: AbortSignal }) => unknown;
