import { type ReactNode, useState } from "react";
import { ThreadList } from "../../src/components/threadList/ThreadList.tsx";
import { Icon } from "../../src/components/ui/Icon.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../src/hooks/providers/ThreadsProvider.tsx";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { alwaysUsable, neverBusy, onlyWhileUsable, typedInto } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";

const always = { disabled: alwaysUsable, busy: neverBusy };

function List(): ReactNode {
  const [client] = useState(() => createAgentClient({ agent: scriptedAgent([]) }));
  return (
    <AgentProvider client={client}>
      <ThreadsProvider>
        <ThreadList collapsible />
      </ThreadsProvider>
    </AgentProvider>
  );
}

/** The buttons above a list of threads, and the row of the archive. */
export const threadHeadControls: readonly Control[] = [
  { name: "New conversation", target: ".agk-threads-create", rest: <List />, without: always },
  { name: "Collapse the list", target: ".agk-threads-toggle", rest: <List />, without: always },
  {
    name: "Archived",
    target: ".agk-summary",
    rest: (
      <div className="agk-threads">
        <details className="agk-threads-archive">
          <summary className="agk-summary">
            <Icon name="chevron" />3 archived
          </summary>
        </details>
      </div>
    ),
    without: always,
  },
];

/** Renders the question before a deletion, whose buttons would take the focus in a list. */
function Confirmation(): ReactNode {
  return (
    <div className="agk-threads">
      <div className="agk-thread-actions">
        <button type="button" className="agk-button" data-variant="danger">
          Delete
        </button>
        <button type="button" className="agk-button">
          Cancel
        </button>
      </div>
    </div>
  );
}

/** The actions of a thread, which take the focus in a list. */
export const threadActionControls: readonly Control[] = [
  {
    name: "Name",
    target: ".agk-thread-field",
    rest: (
      <div className="agk-threads">
        <input className="agk-thread-field" aria-label="Title" defaultValue="A day in Lisbon" />
      </div>
    ),
    without: { ...always, pressed: typedInto },
  },
  {
    name: "Confirm the deletion",
    target: ".agk-button",
    rest: <Confirmation />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Cancel the deletion",
    target: ".agk-button:last-child",
    rest: <Confirmation />,
    without: always,
  },
];
