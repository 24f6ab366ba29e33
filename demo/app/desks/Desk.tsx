import { Chat, useCapabilities, useMessages, useSharedState, useThread, Welcome } from "agui-kit";
import type { ReactNode } from "react";
import { readTicket, type Ticket } from "../../desks.ts";
import { useLastRequest } from "./requestRecorder.ts";
import { useThinkingTime } from "./useThinkingTime.ts";

interface DeskProps {
  readonly agentId: string;
  /** Name shown until the agent has reported its own. */
  readonly name: string;
  readonly welcome: string;
  readonly suggestions: readonly string[];
  /** Suggested messages above the composer. */
  readonly next?: readonly string[];
  readonly placeholder: string;
  /** Additional actions of the desk. */
  readonly children?: ReactNode;
}

/** Renders an agent's name, the data it received and its conversation. */
export function Desk(props: DeskProps): ReactNode {
  const { agentId, welcome, suggestions, next, placeholder, children } = props;
  const isEmpty = useMessages().length === 0;
  const identity = useCapabilities()?.identity;
  const name = identity?.name ?? props.name;
  return (
    <div className="desk" data-agent={agentId}>
      <div className="desk-head">
        <span className="desk-face" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        <div className="desk-agent">
          <h2>{name}</h2>
          <p>{identity?.description ?? "\u00a0"}</p>
        </div>
        {children}
      </div>
      <div className="desk-facts">
        <TicketStub />
        <SentContext agentId={agentId} />
      </div>
      <Chat
        label={`Conversation with ${name}`}
        placeholder={placeholder}
        // The head of the desk describes the agent already.
        welcome={<Welcome title={welcome} text="" />}
        suggestions={isEmpty ? suggestions : next && { static: next, when: "after" }}
      />
    </div>
  );
}

/** Renders the shared state of the agent's conversation. */
function TicketStub(): ReactNode {
  const ticket = useSharedState(readTicket, isSame);
  return (
    <p className="ticket-stub" data-empty={ticket === undefined || undefined}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 6h14v2.500a1.500 1.500 0 0 0 0 3V14H3v-2.500a1.500 1.500 0 0 0 0-3zM12.500 6v1.500M12.500 9.200v1.600M12.500 12.500V14" />
      </svg>
      {ticket ? (
        <span>
          <strong>{ticket.number}</strong> {ticket.bike} · {ticket.troubles.join(", ")}
        </span>
      ) : (
        <span>No ticket</span>
      )}
    </p>
  );
}

function isSame(a: Ticket | undefined, b: Ticket | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Renders the input of the last run, as middleware recorded it, and the time to the first answer.
 */
function SentContext({ agentId }: { readonly agentId: string }): ReactNode {
  const sent = useLastRequest(agentId, useThread().threadId);
  const seconds = useThinkingTime();
  const facts = [
    sent && `Sent ${sent.messages} ${sent.messages === 1 ? "message" : "messages"}`,
    sent?.hasState && "the ticket",
  ].filter(Boolean);
  return (
    <p className="desk-sent">
      {facts.length > 0 ? facts.join(" and ") : "Nothing sent yet"}
      {seconds !== undefined && ` · ${formatDelay(seconds)}`}
    </p>
  );
}

function formatDelay(seconds: number): string {
  return seconds < 0.1 ? "responded immediately" : `responded after ${seconds.toFixed(1)} s`;
}
