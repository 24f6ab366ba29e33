import type { PartSource } from "../../../protocol/events.ts";

/** Addresses of what has been uploaded from this page. */
const addresses = new Set<string>();

/** Notes where the application has put a file of the person's. */
export function rememberUploaded({ type, value }: PartSource): void {
  if (type === "url") addresses.add(value);
}

/** Whether the address is the application's own, and so was not written by an agent. */
export function isUploaded(address: string): boolean {
  return addresses.has(address);
}
