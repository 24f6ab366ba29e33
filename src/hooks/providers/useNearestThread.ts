import { useContext } from "react";
import type { Thread } from "../../store/thread/thread.ts";
import { ClientContext } from "./useClient.ts";
import { ThreadContext } from "./useThread.ts";

/** @internal Returns the nearest thread; nothing outside both providers, where `useThread` throws. */
export function useNearestThread(): Thread | undefined {
  const thread = useContext(ThreadContext);
  const client = useContext(ClientContext);
  return thread ?? client?.thread();
}
