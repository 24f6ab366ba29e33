// A field for a message, a plain one to compare it with, and forms.
import { AgentProvider, Chat, createThread, httpAgent, SchemaForm, ThreadProvider } from "agui-kit";
import { createRoot } from "react-dom/client";
import "agui-kit/styles.css";
import { query, ready, root } from "./page.js";

const agent = httpAgent({ url: "/agent" });
const application = createRoot(root);

const show = (children) =>
  application.render(<AgentProvider agent={agent}>{children}</AgentProvider>);

function showField(kind) {
  if (kind === "plain") {
    const style = {
      fieldSizing: "content",
      inlineSize: "100%",
      maxBlockSize: "8lh",
      font: "inherit",
    };
    return application.render(<textarea style={style} />);
  }
  const initialMessages = kind === "edited" ? [{ id: "m1", role: "user", content: "Hello" }] : [];
  const thread = createThread({ agent, initialMessages });
  show(
    <ThreadProvider thread={thread}>
      <Chat style={{ height: "100%" }} />
    </ThreadProvider>,
  );
}

if (query.has("field")) showField(query.get("field"));
ready({
  show: (schema) => show(<SchemaForm key={schema.title} schema={schema} onSubmit={() => {}} />),
});
