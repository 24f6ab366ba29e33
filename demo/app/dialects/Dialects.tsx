import { Chat, ThreadProvider, useThread, Welcome } from "agui-kit";
import { type ReactNode, useState } from "react";
import { spellings } from "../../dialects.ts";
import type { Example } from "../../examples/example.ts";
import { Frames } from "./Frames.tsx";
import { useBroadcastMessages } from "./useBroadcastMessages.ts";
import { useComparison } from "./useComparison.ts";

/** Renders one conversation with five agents that send the same content in five dialects. */
export function Dialects({ example }: { readonly example: Example }): ReactNode {
  const { threadId } = useThread();
  const [chosen, setChosen] = useState(spellings[0]);
  useBroadcastMessages(threadId, chosen.agentId);
  return (
    <>
      <Frames spelling={chosen} />
      <div className="example-chat dialects">
        <fieldset className="dialect-choice">
          <legend className="hidden">Dialect</legend>
          <div className="dialect-chips">
            {spellings.map((one) => (
              <label key={one.agentId}>
                <input
                  type="radio"
                  name="dialect"
                  value={one.agentId}
                  checked={one === chosen}
                  onChange={() => setChosen(one)}
                />
                <span data-name={one.name}>{one.name}</span>
              </label>
            ))}
          </div>
          <Verdict threadId={threadId} />
        </fieldset>
        {/* No key: the same chat instance shows the conversation of another agent. */}
        <ThreadProvider agentId={chosen.agentId} threadId={threadId}>
          <Chat
            label={example.title}
            placeholder={example.placeholder}
            welcome={<Welcome title={example.welcome} />}
            suggestions={example.suggestions}
          />
        </ThreadProvider>
      </div>
    </>
  );
}

/** Compares the five conversations and shows whether their messages are equal. */
function Verdict({ threadId }: { readonly threadId: string }): ReactNode {
  const same = useComparison(threadId);
  const words = {
    empty: "Your message goes to all five.",
    answering: "All five are responding…",
    same: "All five conversations are the same.",
    different: "They differ.",
  };
  return (
    <p className="dialect-verdict" data-verdict={same} role="status">
      {same === "same" && (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8.5 6.5 12 13 4.5" />
        </svg>
      )}
      {words[same]}
    </p>
  );
}
