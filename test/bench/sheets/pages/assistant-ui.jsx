// assistant-ui exports primitives; its styled thread comes from a registry. This page composes the primitives as the
// current thread does, in the same sizes and colors.
import { HttpAgent } from "@ag-ui/client";
import {
  ActionBarPrimitive,
  AssistantRuntimeProvider,
  AuiConfig,
  AuiIf,
  AuiProvider,
  ComposerPrimitive,
  ErrorPrimitive,
  groupPartByType,
  MessagePrimitive,
  SuggestionPrimitive,
  Suggestions,
  ThreadPrimitive,
  useAui,
  useAuiState,
} from "@assistant-ui/react";
import { useAgUiRuntime } from "@assistant-ui/react-ag-ui";
import { ArrowUp, Copy, Ellipsis, Plus, RefreshCw, Square } from "lucide-react";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import "./page.css";
import "./composed.css";
import "./assistant-ui.css";
import "./assistant-ui-parts.css";
import { MarkdownText } from "./assistant-ui-markdown.jsx";
import { ThreadList, threadList } from "./assistant-ui-threads.jsx";
import { ToolFallback } from "./assistant-ui-tool.jsx";
import { agentUrl, greeting, hasThreads, ready, root, subtitle, suggestions } from "./page.js";

const agent = new HttpAgent({ url: agentUrl });

const isNew = ({ thread }) => thread.messages.length === 0;
const groupBy = groupPartByType({});

const UserMessage = () => (
  <MessagePrimitive.Root className="aui-user">
    <div>
      <MessagePrimitive.Parts />
    </div>
  </MessagePrimitive.Root>
);

function renderPart({ part }) {
  if (part.type === "text") return <MarkdownText />;
  if (part.type === "tool-call") return <ToolFallback {...part} />;
  return part.type === "indicator" ? <span className="aui-indicator">●</span> : null;
}

const AssistantMessage = () => (
  <MessagePrimitive.Root className="aui-assistant">
    <div className="aui-content">
      <MessagePrimitive.GroupedParts groupBy={groupBy}>{renderPart}</MessagePrimitive.GroupedParts>
      <MessagePrimitive.Error>
        <ErrorPrimitive.Root className="aui-error">
          <ErrorPrimitive.Message />
        </ErrorPrimitive.Root>
      </MessagePrimitive.Error>
    </div>
    <div className="aui-message-footer">
      <ActionBarPrimitive.Root hideWhenRunning autohide="not-last" className="aui-actions">
        <ActionBarPrimitive.Copy className="aui-icon">
          <Copy size={16} />
        </ActionBarPrimitive.Copy>
        <ActionBarPrimitive.Reload className="aui-icon">
          <RefreshCw size={16} />
        </ActionBarPrimitive.Reload>
        <button type="button" className="aui-icon">
          <Ellipsis size={16} />
        </button>
      </ActionBarPrimitive.Root>
    </div>
  </MessagePrimitive.Root>
);

function Message() {
  const role = useAuiState(({ message }) => message.role);
  return role === "user" ? <UserMessage /> : <AssistantMessage />;
}

const Composer = () => (
  <ComposerPrimitive.Root className="aui-composer">
    <ComposerPrimitive.Input placeholder="Send a message..." rows={1} autoFocus />
    <div>
      <button type="button" className="aui-round">
        <Plus size={18} strokeWidth={1.5} />
      </button>
      <AuiIf condition={({ thread }) => !thread.isRunning}>
        <ComposerPrimitive.Send className="aui-round aui-send">
          <ArrowUp size={18} />
        </ComposerPrimitive.Send>
      </AuiIf>
      <AuiIf condition={({ thread }) => thread.isRunning}>
        <ComposerPrimitive.Cancel className="aui-round aui-send">
          <Square size={14} fill="currentColor" />
        </ComposerPrimitive.Cancel>
      </AuiIf>
    </div>
  </ComposerPrimitive.Root>
);

const Suggestion = () => (
  <SuggestionPrimitive.Trigger send className="aui-suggestion">
    <SuggestionPrimitive.Title />
  </SuggestionPrimitive.Trigger>
);

function Thread() {
  const isEmpty = useAuiState(isNew);
  return (
    <ThreadPrimitive.Root className="aui-thread">
      <ThreadPrimitive.Viewport turnAnchor="top" className="aui-viewport">
        <div className="aui-column" data-empty={isEmpty || undefined}>
          {isEmpty && (
            <div className="aui-welcome">
              <h1>{greeting}</h1>
              <p>{subtitle}</p>
            </div>
          )}
          <div className="aui-messages">
            <ThreadPrimitive.Messages>{() => <Message />}</ThreadPrimitive.Messages>
          </div>
          <ThreadPrimitive.ViewportFooter className="aui-footer">
            <Composer />
            {isEmpty && (
              <div className="aui-suggestions">
                <ThreadPrimitive.Suggestions>{() => <Suggestion />}</ThreadPrimitive.Suggestions>
              </div>
            )}
          </ThreadPrimitive.ViewportFooter>
        </div>
      </ThreadPrimitive.Viewport>
    </ThreadPrimitive.Root>
  );
}

function ThreadWithSuggestions() {
  const aui = useAui();
  const prompts = suggestions.map((prompt) => ({ title: prompt, label: "", prompt }));
  return (
    <AuiProvider aui={aui} config={AuiConfig({ suggestions: Suggestions(prompts) })}>
      <Thread />
    </AuiProvider>
  );
}

function App() {
  const runtime = useAgUiRuntime({ agent, ...(hasThreads && { adapters: { threadList } }) });
  useEffect(() => ready((text) => runtime.thread.append(text)), [runtime]);
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <div className="aui-page">
        {hasThreads && <ThreadList />}
        <ThreadWithSuggestions />
      </div>
    </AssistantRuntimeProvider>
  );
}

createRoot(root).render(<App />);
