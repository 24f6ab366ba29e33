import { test } from "vitest";
import { splitBlocks, type Split } from "../../../src/components/markdown/blocks.ts";
const C: [string, number[]][] = [
[":|---|---|\n---< 文字- - - ~~~| a | b |\n- - -é`` <br>``",[1,6,10,15,17,22,23,30,33,39,40,44,45,47,53]],
];
test("x", () => { for (const [t, cuts] of C) { let s: Split|null=null; console.log("=====", JSON.stringify(t)); for (const c of [...(cuts.length?cuts:Array.from({length:t.length},(_,i)=>i+1)), t.length]) { s = splitBlocks(s, t.slice(0,c), true); console.log(JSON.stringify(t.slice(0,c).slice(-12)), JSON.stringify(s.blocks.map(b=>[b.tokens.map(x=>x.type+":"+((x as any).loose??"")), b.raw])), s.resume && [s.resume.at, s.resume.head]); } } });
