import { type Agent, type HttpAgentOptions, httpAgent, withMiddleware } from "agui-kit";
import { hector, tanstack } from "agui-kit/dialects";
import { RECEPTION, WORKSHOP } from "../desks.ts";
import { DIALECTS } from "../dialects.ts";
import { type Example, ownExample } from "../examples/example.ts";
import { scriptedExamples } from "../examples/scriptedExamples.ts";
import { requestRecorderOf } from "./desks/requestRecorder.ts";
import { dialectAgents } from "./dialects/dialectAgents.ts";
import { reconnectWire } from "./wire/wires.ts";

/** Examples of the demo's own agent, or the single example of the user's agent. */
export const examples: readonly [Example, ...Example[]] =
  __AGENT_URL__ === null ? scriptedExamples : [ownExample(__AGENT_URL__)];

/** Forwards `?pace=` of the page: `brisk` shortens the pauses of an answer, `slow` doubles them, `fast` omits them. */
const { search } = window.location;

/** Agents by example id, with the additional agents of examples that have several. */
export const agents: Readonly<Record<string, Agent>> =
  __AGENT_URL__ === null
    ? {
        ...Object.fromEntries(
          [...examples.map(({ id }) => id), WORKSHOP].map((id) => [id, scripted(id)]),
        ),
        ...dialectAgents(`/agent/${DIALECTS}`, search),
      }
    : Object.fromEntries(examples.map(({ id }) => [id, ownAgent(__AGENT_DIALECT__)]));

/** Creates the client of the user's own agent. */
function ownAgent(dialect: string | null): Agent {
  const url = "/your-agent";
  if (dialect === null) return httpAgent({ url });
  if (dialect === "tanstack") return httpAgent({ url, dialect: tanstack() });
  if (dialect === "hector") return httpAgent({ url, dialect: hector() });
  throw new Error(`AGENT_DIALECT is "${dialect}", not "tanstack" or "hector".`);
}

/**
 * Creates a client of the demo's server, with capabilities and replay for the examples that offer
 * them.
 */
function scripted(id: string): Agent {
  const url = `/agent/${id}${search}`;
  if (id === "threads") return httpAgent({ url, ...createReplayOptions(id) });
  if (id === "reconnect")
    return httpAgent({ url, ...createReplayOptions(id), fetch: reconnectWire.fetch });
  if (id !== RECEPTION && id !== WORKSHOP) return httpAgent({ url });
  const agent = httpAgent({ url, routes: { getCapabilities: `/agent/${id}/capabilities` } });
  return withMiddleware(agent, requestRecorderOf(id).record);
}

/** Returns the options that replay a run after its last received position and cancel it. */
function createReplayOptions(id: string): Pick<HttpAgentOptions, "replay" | "routes"> {
  return {
    replay: ({ runId, cursor = "0" }) =>
      `/agent/${id}/replay?${new URLSearchParams({ runId, after: cursor })}`,
    routes: { cancel: `/agent/${id}/cancel` },
  };
}
