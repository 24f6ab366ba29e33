/**
 * The lazy feature "reconnect": connections to a server that replays a thread, after a reload and after a lost
 * connection. Threads whose agent implements `connect` or `history` load it as a whole.
 */
export { connectThread, retryRun } from "./connectThread.ts";
export { readWithReconnect } from "./readWithReconnect.ts";
