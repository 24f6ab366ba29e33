import { type Agent, type HttpAgentOptions, httpAgent, withMiddleware } from "agui-kit";
import { RECEPTION, WORKSHOP } from "../desks.ts";
import { DIALECTS } from "../dialects.ts";
import { ownScene, type Scene, scriptedScenes } from "../scenes.ts";
import { requestRecorderOf } from "./desks/requestRecorder.ts";
import { dialectAgents } from "./dialects/dialectAgents.ts";
import { reconnectWire } from "./wire/wires.ts";

/** Scenes of the demo's own agent, or the single scene of the user's agent. */
export const scenes: readonly [Scene, ...Scene[]] =
  __AGENT_URL__ === null ? scriptedScenes : [ownScene(__AGENT_URL__)];

/** Forwards `?pace=` of the page: `brisk` shortens the pauses of an answer, `fast` omits them. */
const { search } = window.location;

/** Agents by scene id, with the additional agents of scenes that have several. */
export const agents: Readonly<Record<string, Agent>> =
  __AGENT_URL__ === null
    ? {
        ...Object.fromEntries(
          [...scenes.map(({ id }) => id), WORKSHOP].map((id) => [id, scripted(id)]),
        ),
        ...dialectAgents(`/agent/${DIALECTS}`, search),
      }
    : Object.fromEntries(scenes.map(({ id }) => [id, httpAgent({ url: "/your-agent" })]));

/**
 * Creates a client of the demo's server, with capabilities and replay for the scenes that offer
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
