// @vitest-environment node
import { test } from "vitest";
import { isDeepStrictEqual } from "node:util";
import { recordedAs } from "./recorded.ts";
import { replay } from "./replay.ts";
const outline = (messages: readonly any[], known: Set<string>) => messages.filter((m) => !known.has(m.id)).map((m) => JSON.stringify([m.role, m.content ?? "", (m.toolCalls ?? []).map((c: any) => [c.function.name, c.function.arguments]), m.encryptedValue])); 
test("x", { timeout: 300_000 }, async () => {
  const sse = new Map<string, any>();
  for (const r of recordedAs("sse")) sse.set(r.name, await replay(r));
  for (const r of recordedAs("proto")) {
    const a = await replay(r); const b = sse.get(r.name);
    const known = new Set(r.request?.messages.map((m) => m.id));
    const x = outline(a.snapshot.messages, known), y = outline(b.snapshot.messages, known);
    if (!isDeepStrictEqual(x, y) || a.result.outcome !== b.result.outcome) console.log(r.name, a.result.outcome, b.result.outcome, "\n  proto", x.join("\n        "), "\n  sse  ", y.join("\n        "));
    const st = (s: any) => JSON.stringify(s).replace(/[0-9a-f]{8}-[0-9a-f-]+|chatcmpl-\w+|call_\w+/g, "X");
    if (st(a.snapshot.state) !== st(b.snapshot.state)) console.log(r.name, "state\n", st(a.snapshot.state).slice(0, 600), "\n", st(b.snapshot.state).slice(0, 600));
    const ints = (i: any) => JSON.stringify(i); if (ints(a.snapshot.interrupts) !== ints(b.snapshot.interrupts)) console.log(r.name, "INT", ints(a.snapshot.interrupts), ints(b.snapshot.interrupts));
  }
});
