import "./full-designs.css";
import type { ReactNode } from "react";
import { Chat, type ChatProps } from "../../src/components/chat/Chat.tsx";
import { textRun } from "../../src/testing/runSteps.ts";
import { Conversation } from "../conversation.tsx";
import { trip } from "../fixtures.ts";

interface FullDesignProps extends ChatProps {
  /** Name of the design, which is the class of the page. */
  readonly design: string;
  /** Stylesheets of the page. */
  readonly sheets?: string;
  /** Name of the product in the bar at the top. */
  readonly product: string;
  /** Actions of the page, at the end of the bar. */
  readonly actions: readonly string[];
}

/** Renders the page of a product with a bar at the top and a chat below it. */
export function FullDesign({
  design,
  sheets = "",
  product,
  actions,
  ...props
}: FullDesignProps): ReactNode {
  return (
    <div className={`full-design ${design}`}>
      <style>{sheets}</style>
      <header>
        <strong>{product}</strong>
        {actions.map((action) => (
          <button key={action} type="button">
            {action}
          </button>
        ))}
      </header>
      <Conversation messages={trip} scripts={[textRun("Every twenty minutes.")]}>
        <Chat {...props} />
      </Conversation>
    </div>
  );
}
