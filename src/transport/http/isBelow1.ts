/** Whether a peer's ceiling is a version before AG-UI 1.0, so that `downgradeInput` has work to do. */
export function isPre1(maxProtocolVersion: unknown): maxProtocolVersion is string {
  return typeof maxProtocolVersion === "string" && maxProtocolVersion.startsWith("0");
}
