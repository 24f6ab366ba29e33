import { type Agent, type HttpAgentOptions, httpAgent, withMiddleware } from "agui-kit";
import { RECEPTION, WORKSHOP } from "../desks.ts";
import { DIALECTS } from "../dialects.ts";
import { ownScene, type Scene, scriptedScenes } from "../scenes.ts";
import { ledgerOf } from "./desks/ledger.ts";
import { dialectAgents } from "./dialects/dialectAgents.ts";
import { reconnectWire } from "./wire/wires.ts";

/** The scenes there are: those of the demo's own agent, or the one of the person's. */
export const scenes: readonly [Scene, ...Scene[]] =
  __AGENT_URL__ === null ? scriptedScenes : [ownScene(__AGENT_URL__)];

/** `?pace=` of the page is handed on: `brisk` answers come with short pauses, `fast` ones without. */
const { search } = window.location;

/** One agent for each scene, by the scene's id, and those that stand beside the first of a scene. */
export const agents: Readonly<Record<string, Agent>> =
  __AGENT_URL__ === null
    ? {
        ...Object.fromEntries(
          [...scenes.map(({ id }) => id), WORKSHOP].map((id) => [id, scripted(id)]),
        ),
        ...dialectAgents(`/agent/${DIALECTS}`, search),
      }
    : Object.fromEntries(scenes.map(({ id }) => [id, httpAgent({ url: "/your-agent" })]));

/** This server answers for all of them; two say what they are, and two can be taken up again. */
function scripted(id: string): Agent {
  const url = `/agent/${id}${search}`;
  if (id === "threads") return httpAgent({ url, ...takenUp(id) });
  if (id === "reconnect") return httpAgent({ url, ...takenUp(id), fetch: reconnectWire.fetch });
  if (id !== RECEPTION && id !== WORKSHOP) return httpAgent({ url });
  const agent = httpAgent({ url, routes: { getCapabilities: `/agent/${id}/capabilities` } });
  return withMiddleware(agent, ledgerOf(id).note);
}

/** How a run is taken up after the last position that was read, and given up. */
function takenUp(id: string): Pick<HttpAgentOptions, "replay" | "routes"> {
  return {
    replay: ({ runId, cursor = "0" }) =>
      `/agent/${id}/replay?${new URLSearchParams({ runId, after: cursor })}`,
    routes: { cancel: `/agent/${id}/cancel` },
  };
}
