import { useToolCallElapsed } from "@assistant-ui/react";
import { Check, ChevronDown, CircleAlert, CircleX, Loader } from "lucide-react";
import { useState } from "react";

const icons = {
  running: Loader,
  complete: Check,
  incomplete: CircleX,
  "requires-action": CircleAlert,
};

function Duration() {
  const elapsed = useToolCallElapsed();
  if (elapsed === undefined) return null;
  return <small>{elapsed < 1000 ? "<1s" : `${(elapsed / 1000).toFixed(1)}s`}</small>;
}

/** Shows a tool call in a line that opens, and Allow and Deny while the call needs an approval. */
export function ToolFallback({ toolName, argsText, result, status, approval, respondToApproval }) {
  const isWaiting = status.type === "requires-action";
  const [isToggled, setIsToggled] = useState(false);
  const isOpen = isToggled !== isWaiting;
  const Icon = icons[status.type];
  return (
    <div className="aui-tool" data-open={isOpen || undefined}>
      <button type="button" onClick={() => setIsToggled(!isToggled)}>
        <Icon size={16} />
        <span>
          Used tool: <b>{toolName}</b>
        </span>
        <Duration />
        <ChevronDown size={16} />
      </button>
      {isOpen && (
        <div>
          <pre>{argsText}</pre>
          {isWaiting && approval && (
            <div className="aui-approval">
              <button
                type="button"
                className="ui-button"
                onClick={() => respondToApproval({ approved: true })}
              >
                Allow
              </button>
              <button
                type="button"
                className="ui-button ui-outline"
                onClick={() => respondToApproval({ approved: false })}
              >
                Deny
              </button>
            </div>
          )}
          {result !== undefined && <pre>{JSON.stringify(result, null, 2)}</pre>}
        </div>
      )}
    </div>
  );
}
