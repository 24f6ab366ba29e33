import { readFileSync } from "node:fs";
import type { Handler } from "../support/httpServer.ts";

const file = (path: string) =>
  readFileSync(new URL(`../fixtures/${path}`, import.meta.url), "utf8");

type Answers = Readonly<Record<string, string>>;

/**
 * Creates a handler that answers by path, or by `POST`; a file that ends in `.json` is sent as
 * JSON.
 */
export const answerFromFiles =
  (answers: Answers): Handler =>
  (response, { method, path = "" }) => {
    const address = new URL(path, "http://localhost");
    const key = method === "POST" ? "POST" : `${address.pathname}${address.search}`;
    const name = answers[key];
    if (name === undefined) {
      response.writeHead(404);
      response.end();
      return;
    }
    const type = name.endsWith(".json") ? "application/json" : "text/event-stream";
    response.writeHead(200, { "content-type": type });
    response.end(file(name));
  };
