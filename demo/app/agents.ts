import { type Agent, httpAgent, withMiddleware } from "agui-kit";
import { RECEPTION, WORKSHOP } from "../desks.ts";
import { ownScene, type Scene, scriptedScenes } from "../scenes.ts";
import { ledgerOf } from "./desks/ledger.ts";

/** The scenes there are: those of the demo's own agent, or the one of the person's. */
export const scenes: readonly [Scene, ...Scene[]] =
  __AGENT_URL__ === null ? scriptedScenes : [ownScene(__AGENT_URL__)];

/** `?pace=` of the page is handed on: `brisk` answers come with short pauses, `fast` ones without. */
const { search } = window.location;

/** One agent for each scene, by the scene's id, and those that stand beside the first of a scene. */
export const agents: Readonly<Record<string, Agent>> =
  __AGENT_URL__ === null
    ? Object.fromEntries([...scenes.map(({ id }) => id), WORKSHOP].map((id) => [id, scripted(id)]))
    : Object.fromEntries(scenes.map(({ id }) => [id, httpAgent({ url: "/your-agent" })]));

/** This server answers for all of them; two say what they are. */
function scripted(id: string): Agent {
  const hasName = id === RECEPTION || id === WORKSHOP;
  const agent = httpAgent({
    url: `/agent/${id}${search}`,
    ...(hasName && { routes: { getCapabilities: `/agent/${id}/capabilities` } }),
  });
  return hasName ? withMiddleware(agent, ledgerOf(id).note) : agent;
}
