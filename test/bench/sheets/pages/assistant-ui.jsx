// assistant-ui exports primitives; its styled thread comes from a registry. This page composes the primitives as that
// thread does, in the same look.
import { HttpAgent } from "@ag-ui/client";
import {
  ActionBarPrimitive,
  AssistantRuntimeProvider,
  ComposerPrimitive,
  ErrorPrimitive,
  MessagePrimitive,
  ThreadListItemPrimitive,
  ThreadListPrimitive,
  ThreadPrimitive,
} from "@assistant-ui/react";
import { useAgUiRuntime } from "@assistant-ui/react-ag-ui";
import { MarkdownTextPrimitive } from "@assistant-ui/react-markdown";
import { ArrowUp, Check, ChevronDown, Copy, Plus, RefreshCw, Square } from "lucide-react";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import remarkGfm from "remark-gfm";
import "./page.css";
import "./composed.css";
import "./assistant-ui.css";
import { agentUrl, greeting, hasThreads, ready, root, subtitle, suggestions } from "./page.js";

const agent = new HttpAgent({ url: agentUrl });
const plugins = [remarkGfm];

const Text = () => <MarkdownTextPrimitive remarkPlugins={plugins} className="aui-markdown" />;

const ToolFallback = ({ toolName }) => (
  <div className="aui-tool">
    <Check size={16} />
    <span>
      Used tool: <b>{toolName}</b>
    </span>
    <ChevronDown size={16} />
  </div>
);

const UserMessage = () => (
  <MessagePrimitive.Root className="aui-user">
    <MessagePrimitive.Parts />
  </MessagePrimitive.Root>
);

const AssistantMessage = () => (
  <MessagePrimitive.Root className="aui-assistant">
    <MessagePrimitive.Parts components={{ Text, tools: { Fallback: ToolFallback } }} />
    <MessagePrimitive.Error>
      <ErrorPrimitive.Root className="aui-error">
        <ErrorPrimitive.Message />
      </ErrorPrimitive.Root>
    </MessagePrimitive.Error>
    <ActionBarPrimitive.Root hideWhenRunning className="aui-actions">
      <ActionBarPrimitive.Copy>
        <Copy size={16} />
      </ActionBarPrimitive.Copy>
      <ActionBarPrimitive.Reload>
        <RefreshCw size={16} />
      </ActionBarPrimitive.Reload>
    </ActionBarPrimitive.Root>
  </MessagePrimitive.Root>
);

const components = { UserMessage, AssistantMessage };

const ThreadItem = () => (
  <ThreadListItemPrimitive.Root className="aui-thread-item">
    <ThreadListItemPrimitive.Trigger>
      <ThreadListItemPrimitive.Title fallback="New Chat" />
    </ThreadListItemPrimitive.Trigger>
  </ThreadListItemPrimitive.Root>
);

const ThreadList = () => (
  <ThreadListPrimitive.Root className="aui-thread-list">
    <ThreadListPrimitive.New className="aui-new">
      <Plus size={16} /> New Thread
    </ThreadListPrimitive.New>
    <ThreadListPrimitive.Items components={{ ThreadListItem: ThreadItem }} />
  </ThreadListPrimitive.Root>
);

const Composer = () => (
  <ComposerPrimitive.Root className="aui-composer">
    <ComposerPrimitive.Input placeholder="Send a message..." rows={1} />
    <div>
      <button type="button" className="aui-round">
        <Plus size={18} />
      </button>
      <ThreadPrimitive.If running={false}>
        <ComposerPrimitive.Send className="aui-round aui-send">
          <ArrowUp size={18} />
        </ComposerPrimitive.Send>
      </ThreadPrimitive.If>
      <ThreadPrimitive.If running>
        <ComposerPrimitive.Cancel className="aui-round aui-send">
          <Square size={12} fill="currentColor" />
        </ComposerPrimitive.Cancel>
      </ThreadPrimitive.If>
    </div>
  </ComposerPrimitive.Root>
);

function App() {
  const runtime = useAgUiRuntime({ agent });
  useEffect(() => ready((text) => runtime.thread.append(text)), [runtime]);
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <div className="aui-page">
        {hasThreads && <ThreadList />}
        <ThreadPrimitive.Root className="aui-thread">
          <ThreadPrimitive.Viewport className="aui-viewport">
            <ThreadPrimitive.Empty>
              <div className="aui-welcome">
                <h1>{greeting}</h1>
                <p>{subtitle}</p>
              </div>
            </ThreadPrimitive.Empty>
            <ThreadPrimitive.Messages components={components} />
            <div className="aui-footer">
              <ThreadPrimitive.Empty>
                <div className="aui-suggestions">
                  {suggestions.map((prompt) => (
                    <ThreadPrimitive.Suggestion key={prompt} prompt={prompt} send>
                      {prompt}
                    </ThreadPrimitive.Suggestion>
                  ))}
                </div>
              </ThreadPrimitive.Empty>
              <Composer />
            </div>
          </ThreadPrimitive.Viewport>
        </ThreadPrimitive.Root>
      </div>
    </AssistantRuntimeProvider>
  );
}

createRoot(root).render(<App />);
