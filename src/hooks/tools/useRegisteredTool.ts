import { useInsertionEffect, useState } from "react";
import { useHost } from "../renderers/useRegistries.ts";

type Registered = Parameters<ReturnType<typeof useHost>["registerTool"]>[0];

/**
 * @internal Registers a tool for as long as the component is mounted. The registered object is
 * brought up to date after every render, so a tool written inline registers once.
 */
export function useRegisteredTool(
  tool: object & { readonly name: string; readonly agentId?: string | undefined },
): void {
  const host = useHost();
  const [live] = useState<Record<string, unknown>>(() => ({ ...tool }));
  const { name, agentId } = tool;
  // Before any effect, so that a run started in one is already offered the tool.
  useInsertionEffect(() => {
    for (const key of Object.keys(live)) if (!(key in tool)) delete live[key];
    Object.assign(live, tool);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: under another name it is another tool, and the last one
  useInsertionEffect(() => {
    // It is one of the tools that the hook in front of this one takes.
    return host.registerTool(live as unknown as Registered);
  }, [host, live, name, agentId]);
}
