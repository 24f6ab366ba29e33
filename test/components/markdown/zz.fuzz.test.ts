import { expect, test } from "vitest";
import type { MarkedToken, Token } from "marked";
import { splitBlocks, type Split } from "../../../src/components/markdown/blocks.ts";
import { lex } from "../../../src/components/markdown/lex.ts";

function show(tokens: readonly Token[], loose?: boolean): unknown[] {
  const out: unknown[] = [];
  for (const t of tokens as MarkedToken[]) {
    const push = (x: unknown) => { if (typeof x === "string" && typeof out.at(-1) === "string") out[out.length-1] = (out.at(-1) as string) + x; else out.push(x); };
    switch (t.type) {
      case "space": case "def": case "checkbox": break;
      case "list": out.push(["list", t.ordered, t.start, t.loose, t.items.map(i => [i.task, i.checked ?? null, show(i.tokens, t.loose)])]); break;
      case "table": out.push(["table", t.align, t.header.map(c => show(c.tokens)), t.rows.map(r => r.map(c => show(c.tokens)))]); break;
      case "code": out.push(["code", t.lang ?? "", t.text.replace(/\n$/, "")]); break;
      case "paragraph": out.push([loose === undefined ? "p" : "t", show(t.tokens)]); break;
      case "text": if (t.tokens) out.push([loose===undefined?"T":"t", show(t.tokens)]); else push(t.text); break;
      case "escape": push(t.text); break;
      case "link": case "image": out.push([t.type, t.href, t.title || "", t.text, show(t.tokens ?? [])]); break;
      case "html": out.push(["html", t.text.replace(/\n+$/,"")]); break;
      case "heading": out.push(["h", t.depth, show(t.tokens)]); break;
      default: out.push([t.type, "tokens" in t ? show(t.tokens ?? []) : (t as any).text ?? ""]);
    }
  }
  return out;
}
const F = ["foo","bar baz"," ","  ","\n","\n\n","\n","- ","* ","1. ","2. ","10) ","   ","    ","\t","# ","## ","```","```js","~~~","````","`","``","**","*","_","__","~~","[","]","(",")","![","](","](http://x.y/z)","[foo]","[foo]: ","/url","http://a.b/c_d"," \"t\"","\"","'","> ",">","|","| a | b |\n","|---|---|\n","|--|","---","===","***","- - -","<div>","</div>","<!--","-->","<script>","</script>","<b>","<br>","<","&amp;","&","\\","\\*","\\\n","[ ] ","[x] ","+ ","a@b.co","www.x.com","!",".",":","é","文字","-","=","#","<a","<a href=\"x\">","</a>","<code>","<http://q.r>",":--","2","1","[^1]","[^1]: ","`code`","**bold** ","a | b","\r\n","\r","\u00a0", "long words here to pass on "];
let seed = Number(process.env.SEED ?? 1);
const rnd = () => { seed = (seed * 1664525 + 1013904223) >>> 0; return seed / 2**32; };
const pick = <T,>(a: T[]) => a[Math.floor(rnd()*a.length)]!;
const N = Number(process.env.N ?? 20000);
test("fuzz", () => {
  let bad = 0;
  for (let n = 0; n < N; n++) {
    const sub = rnd() < 0.5 ? Array.from({length: 6}, () => pick(F)).concat("\n", "\n\n", "x y ") : F;
    let src = ""; const len = 1 + Math.floor(rnd()*25); for (let i=0;i<len;i++) src += pick(sub);
    const norm = src.replace(/\r\n?/g, "\n");
    const want = JSON.stringify(show(lex(norm, Object.create(null), false).tokens));
    const mode = rnd();
    let s: Split | null = null; const cuts: number[] = [];
    for (let i = 0; i < src.length;) { i += mode < 0.5 ? 1 : 1 + Math.floor(rnd()*8); cuts.push(i); s = splitBlocks(s, src.slice(0,i), mode < 0.8); }
    s = splitBlocks(s, src, false);
    const joined = s.blocks.map(b => b.raw).join("");
    const got = JSON.stringify(show(s.blocks.flatMap(b => b.tokens)));
    const whole = splitBlocks(null, src, false);
    const got2 = JSON.stringify(show(whole.blocks.flatMap(b => b.tokens)));
    if (got !== want || joined !== norm || got2 !== want) { if (bad++ < 6) console.log(JSON.stringify(src), cuts.length===src.length?"":cuts.join(), mode, "\nWANT", want, "\nGOT ", got, joined===norm, got2===want); }
  }
  console.log("bad", bad, "of", N);
  expect(bad).toBe(0);
}, 600000);
