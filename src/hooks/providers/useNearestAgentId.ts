import { useContext } from "react";
import { ClientContext } from "./useClient.ts";
import { ThreadContext } from "./useThread.ts";

/** @internal Returns the name of the nearest thread's agent; nothing where there is no thread. */
export function useNearestAgentId(): string | undefined {
  const thread = useContext(ThreadContext);
  const client = useContext(ClientContext);
  return (thread ?? client?.thread())?.agentId;
}
