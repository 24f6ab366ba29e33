import { isRecord } from "../../protocol/isRecord.ts";

/**
 * Returns the forwarded properties of a run: its own, merged over those of the client. A value that
 * is no object replaces the other one. Functions are called for every request.
 */
export function mergeForwardedProps(clientProps: unknown, ownProps: unknown): unknown {
  if (ownProps === undefined) return clientProps;
  if (clientProps === undefined) return ownProps;
  if (typeof clientProps !== "function" && typeof ownProps !== "function")
    return mergeValues(clientProps, ownProps);
  const resolve = async (props: unknown) => (typeof props === "function" ? await props() : props);
  return async () => mergeValues(await resolve(clientProps), await resolve(ownProps));
}

function mergeValues(clientProps: unknown, ownProps: unknown): unknown {
  return isRecord(clientProps) && isRecord(ownProps) ? { ...clientProps, ...ownProps } : ownProps;
}
