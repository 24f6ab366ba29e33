import { httpAgent } from "agui-kit";
import { ownScene, type Scene, scriptedScenes } from "../scenes.ts";

/** The scenes there are: those of the demo's own agent, or the one of the person's. */
export const scenes: readonly [Scene, ...Scene[]] =
  __AGENT_URL__ === null ? scriptedScenes : [ownScene(__AGENT_URL__)];

/** `?pace=fast` of the page is handed on: answers then come without pauses. */
const { search } = window.location;

/** One agent for each scene, by the scene's id. This server answers for all of them. */
export const agents = Object.fromEntries(
  scenes.map(({ id }) => [
    id,
    httpAgent({ url: __AGENT_URL__ === null ? `/agent/${id}${search}` : "/your-agent" }),
  ]),
);
