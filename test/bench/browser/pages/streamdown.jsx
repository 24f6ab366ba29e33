// AI SDK with streamdown, the Markdown renderer of the same vendor.
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";
import { memo, useEffect, useLayoutEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { Streamdown } from "streamdown";
import "streamdown/styles.css";
import { loadEarlier, ready, root } from "./page.js";

const transport = new DefaultChatTransport({ api: "/agent" });
const toMessage = ({ id, role, content }) => ({
  id,
  role,
  parts: [{ type: "text", text: content }],
});

const Row = memo(({ message }) => (
  <article>
    {message.parts.map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its index
      part.type === "text" ? <Streamdown key={index}>{part.text}</Streamdown> : null,
    )}
  </article>
));

function App({ earlier }) {
  const { messages, sendMessage } = useChat({ transport, messages: earlier });
  const log = useRef(null);
  useEffect(() => ready({ send: (text) => sendMessage({ text }) }), [sendMessage]);
  useLayoutEffect(() => {
    log.current.scrollTop = log.current.scrollHeight;
  });
  return (
    <div ref={log} style={{ height: "100%", overflow: "auto" }}>
      {messages.map((message) => (
        <Row key={message.id} message={message} />
      ))}
    </div>
  );
}

loadEarlier().then((earlier) => createRoot(root).render(<App earlier={earlier.map(toMessage)} />));
