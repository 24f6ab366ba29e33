import { Console } from "node:console";
import { once } from "node:events";

// Standard output is reserved for the ready line; libraries log to standard error.
globalThis.console = new Console(process.stderr);

/**
 * Listens on a free port of 127.0.0.1, and prints `{"url":…,"paths":[…]}` as the only line of standard
 * output. Ends the process on SIGTERM, on SIGINT and when standard input closes.
 */
export async function serve(app, paths) {
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");

  const stop = () => process.exit(0);
  process.once("SIGTERM", stop).once("SIGINT", stop);
  // The pipe closes even when the parent is killed, so the server never outlives its tests.
  process.stdin.once("end", stop).once("error", stop).resume();

  const url = `http://127.0.0.1:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ url, paths })}\n`);
}
