// TanStack AI renders nothing itself: react-markdown renders the Markdown, memoised per message.
import { fetchServerSentEvents, useChat } from "@tanstack/ai-react";
import { memo, useEffect, useLayoutEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { loadEarlier, ready, root } from "./page.js";

const connection = fetchServerSentEvents("/agent");
const plugins = [remarkGfm];
const toMessage = ({ id, role, content }) => ({ id, role, parts: [{ type: "text", content }] });

const Text = memo(({ text }) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>);

function App({ earlier }) {
  const { messages, sendMessage } = useChat({ connection, initialMessages: earlier });
  const log = useRef(null);
  useEffect(() => ready({ send: (text) => void sendMessage(text) }), [sendMessage]);
  useLayoutEffect(() => {
    log.current.scrollTop = log.current.scrollHeight;
  });
  return (
    <div ref={log} style={{ height: "100%", overflow: "auto" }}>
      {messages.map(({ id, parts }) => (
        <article key={id}>
          {parts.map((part, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its index
            part.type === "text" ? <Text key={index} text={part.content} /> : null,
          )}
        </article>
      ))}
    </div>
  );
}

loadEarlier().then((earlier) => createRoot(root).render(<App earlier={earlier.map(toMessage)} />));
