import { ThreadProvider, useAgentRun } from "agui-kit";
import type { ReactNode } from "react";
import type { Scene } from "../scenes.ts";
import { scenes } from "./agents.ts";
import { ThemeToggle } from "./ThemeToggle.tsx";

/** The list of scenes: beside the conversation, or a selection above it where that is narrow. */
export function Navigation({ current }: { readonly current: Scene }): ReactNode {
  return (
    <header className="navigation">
      <a className="brand" href={`#${scenes[0].id}`}>
        <img src="/mark.svg" alt="" width={28} height={28} />
        <span>agui-kit</span>
      </a>

      <nav className="scene-list" aria-label="Scenes">
        {scenes.map((scene) => (
          <a
            key={scene.id}
            href={`#${scene.id}`}
            className="scene-link"
            aria-current={scene === current ? "page" : undefined}
          >
            {scene.title}
            <ThreadProvider agentId={scene.id}>
              <Activity />
            </ThreadProvider>
          </a>
        ))}
      </nav>

      <div className="scene-select">
        <select
          aria-label="Scene"
          value={current.id}
          onChange={(event) => {
            window.location.hash = event.target.value;
          }}
        >
          {scenes.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="m6 8 4 4 4-4" />
        </svg>
      </div>

      <p className="navigation-note">
        {__AGENT_URL__ === null
          ? "This agent follows a script. It needs no key and no network."
          : `Connected to ${__AGENT_URL__}`}
      </p>
      <ThemeToggle />
    </header>
  );
}

/** Tells that a conversation goes on, also while another one is shown. */
function Activity(): ReactNode {
  const { isRunning } = useAgentRun();
  return isRunning && <span className="activity-dot" role="img" aria-label="answering" />;
}
