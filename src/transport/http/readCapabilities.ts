import { isRecord } from "../../protocol/isRecord.ts";

/**
 * Returns the capabilities in the response of a server. The `/info` route of CopilotKit's runtime lists its
 * agents by name: the only one counts, else the one that the path of `url` names, else `default`.
 */
export function readCapabilities(body: unknown, url: unknown): unknown {
  if (!isRecord(body) || !isRecord(body.agents)) return body;
  const { agents } = body;
  const names = Object.keys(agents);
  const segments = String(url).split(/[/?#]/);
  const named = names.find((name) => segments.includes(encodeURIComponent(name)));
  const name = names.length === 1 ? names[0] : (named ?? "default");
  const agent = name !== undefined && Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (!isRecord(agent)) return undefined;
  const { capabilities, description } = agent;
  const declared = isRecord(capabilities) ? capabilities : {};
  return {
    ...declared,
    identity: {
      ...(name !== "default" && { name }),
      ...(typeof description === "string" && description !== "" && { description }),
      ...(isRecord(declared.identity) ? declared.identity : undefined),
    },
  };
}
