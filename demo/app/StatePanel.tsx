import { useSharedState } from "agui-kit";
import type { ReactNode } from "react";
import { SidePanel } from "./SidePanel.tsx";

/** The state an agent shares, whatever it is; nothing while it shares none. */
export function StatePanel(): ReactNode {
  const [state] = useSharedState();
  const json = JSON.stringify(state, null, 2) ?? "{}";
  if (json === "{}") return null;
  return (
    <SidePanel label="Shared state" summary={Object.keys(state ?? {}).join(", ")}>
      <pre className="state">{json}</pre>
    </SidePanel>
  );
}
