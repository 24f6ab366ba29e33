import { type ReactNode, useEffect, useState } from "react";
import { useReviewDocument } from "../../demo/app/document/useReviewDocument.tsx";
import { useResearchCards } from "../../demo/app/research/useResearchCards.tsx";
import { SceneView } from "../../demo/app/SceneView.tsx";
import { scriptedScenes } from "../../demo/scenes.ts";
import { readConversation, type Scene } from "../../demo/server/scene.ts";
import { ThreadProvider } from "../../src/hooks/ThreadProvider.tsx";
import { createThread } from "../../src/store/createThread.ts";
import type { ScriptStep } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { Page } from "../conversation.tsx";
import "../../demo/styles/scene.css";
import "../../demo/styles/cards.css";
import "../../demo/styles/recipe.css";
import "../../demo/styles/edits.css";
import "../../demo/styles/document.css";
import "../../demo/styles/research.css";
import "../../demo/styles/reasoning.css";
import "../../demo/styles/usage.css";

export interface SceneStoryProps {
  /** Which of the demo's scenes it is. */
  readonly id: string;
  /** What its agent plays. */
  readonly script: Scene;
  /** What is said as soon as the story is shown. */
  readonly say?: string;
  /** Whether the agent writes at the pace of a person. @defaultValue false */
  readonly isPaced?: boolean;
}

/** A scene of the demo with its own agent, in the page and not behind HTTP. */
export function SceneStory({ id, script, say, isPaced = false }: SceneStoryProps): ReactNode {
  const scene = scriptedScenes.find((one) => one.id === id);
  const [thread] = useState(() =>
    createThread({
      agent: scriptedAgent((input) => {
        const steps = script({ input, ...readConversation(input), attempt: 0, origin: "" });
        if ("error" in steps) throw new Error(steps.error);
        return isPaced ? steps : steps.filter((step) => !isPause(step));
      }),
      threadId: "story",
    }),
  );
  useEffect(() => {
    // Shown twice in strict mode, and said once.
    if (say !== undefined && thread.getSnapshot().messages.length === 0) void thread.send(say);
  }, [thread, say]);
  return (
    <ThreadProvider thread={thread}>
      <Page blockSize="100dvh" display="grid">
        <Tools />
        {scene && <SceneView scene={scene} />}
      </Page>
    </ThreadProvider>
  );
}

function Tools(): null {
  useReviewDocument();
  useResearchCards();
  return null;
}

function isPause(step: ScriptStep): boolean {
  return typeof step === "object" && "delayMs" in step;
}
