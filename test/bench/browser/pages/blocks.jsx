// The floor: a minimal hand-written chat. Text is split into blocks that react-markdown renders
// once, except for the last one, and React is updated once per frame.
import { createParser } from "eventsource-parser";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import "./blocks.css";
import { loadEarlier, loadStored, query, ready, root } from "./page.js";

const plugins = [remarkGfm];

const Block = memo(({ text }) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>);

/** Appends received text to the blocks; only the last block is parsed again. */
function cut(blocks, added) {
  const open = (blocks.at(-1) ?? "") + added;
  const next = blocks.slice(0, -1);
  let start = 0;
  let isCode = false;
  for (let at = 0; at < open.length; ) {
    const end = open.indexOf("\n", at);
    if (end < 0) break;
    const line = open.slice(at, end);
    if (line.startsWith("```")) isCode = !isCode;
    at = end + 1;
    if (line === "" && !isCode && at < open.length) {
      next.push(open.slice(start, at));
      start = at;
    }
  }
  next.push(open.slice(start));
  return next;
}

const Row = memo(({ role, blocks }) => (
  <article className={`row ${role}`}>
    {blocks.map((text, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only appended
      <Block key={index} text={text} />
    ))}
  </article>
));

function Chat({ earlier }) {
  const [rows, setRows] = useState(earlier);
  const [open, setOpen] = useState(null);
  const log = useRef(null);
  useLayoutEffect(() => {
    log.current.scrollTop = log.current.scrollHeight;
  });
  useEffect(() => {
    const send = async (text) => {
      const question = { id: crypto.randomUUID(), role: "user", blocks: [text] };
      setRows((before) => [...before, question]);
      const id = crypto.randomUUID();
      let blocks = [];
      let waiting = "";
      let frame = 0;
      const publish = () => {
        frame = 0;
        blocks = cut(blocks, waiting);
        waiting = "";
        setOpen({ id, role: "assistant", blocks });
      };
      const parser = createParser({
        onEvent({ data }) {
          const event = JSON.parse(data);
          if (event.type !== "TEXT_MESSAGE_CONTENT") return;
          waiting += event.delta;
          frame ||= requestAnimationFrame(publish);
        },
      });
      const body = JSON.stringify({ threadId: "thread", runId: id });
      const response = await fetch("/agent", { method: "POST", body });
      const decoder = new TextDecoder();
      for await (const chunk of response.body) parser.feed(decoder.decode(chunk, { stream: true }));
      cancelAnimationFrame(frame);
      publish();
      setRows((before) => [...before, { id, role: "assistant", blocks }]);
      setOpen(null);
    };
    ready({ send });
  }, []);
  return (
    <div className="log" ref={log}>
      {rows.map((row) => (
        <Row key={row.id} {...row} />
      ))}
      {open && <Row key={open.id} {...open} />}
    </div>
  );
}

const toRow = ({ id, role, content }) => ({ id, role, blocks: cut([], content) });

function show(messages) {
  createRoot(root).render(<Chat earlier={messages.map(toRow)} />);
}

if (query.has("stored")) {
  loadStored().then((text) => ready({ open: () => show(JSON.parse(text)) }));
} else {
  loadEarlier().then(show);
}
