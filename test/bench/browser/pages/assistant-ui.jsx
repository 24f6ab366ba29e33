// assistant-ui exports no complete chat: its primitives are composed as in its guide.
import { HttpAgent } from "@ag-ui/client";
import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
} from "@assistant-ui/react";
import { fromAgUiMessages, useAgUiRuntime } from "@assistant-ui/react-ag-ui";
import { MarkdownTextPrimitive } from "@assistant-ui/react-markdown";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import remarkGfm from "remark-gfm";
import { loadEarlier, ready, root } from "./page.js";

const agent = new HttpAgent({ url: "/agent" });
const plugins = [remarkGfm];
const Text = () => <MarkdownTextPrimitive remarkPlugins={plugins} />;
const UserMessage = () => (
  <MessagePrimitive.Root>
    <MessagePrimitive.Parts />
  </MessagePrimitive.Root>
);
const AssistantMessage = () => (
  <MessagePrimitive.Root>
    <MessagePrimitive.Parts components={{ Text }} />
  </MessagePrimitive.Root>
);
const components = { UserMessage, AssistantMessage };

function App({ earlier }) {
  const runtime = useAgUiRuntime({ agent });
  useEffect(() => {
    if (earlier.length > 0) runtime.thread.reset(fromAgUiMessages(earlier));
    ready({ send: (text) => runtime.thread.append(text) });
  }, [runtime, earlier]);
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root style={{ height: "100%" }}>
        <ThreadPrimitive.Viewport style={{ height: "100%", overflow: "auto" }}>
          <ThreadPrimitive.Messages components={components} />
          <ComposerPrimitive.Root>
            <ComposerPrimitive.Input />
            <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
          </ComposerPrimitive.Root>
        </ThreadPrimitive.Viewport>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

loadEarlier().then((earlier) => createRoot(root).render(<App earlier={earlier} />));
