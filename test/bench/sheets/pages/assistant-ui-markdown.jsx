import { MarkdownTextPrimitive } from "@assistant-ui/react-markdown";
import { Copy } from "lucide-react";
import remarkGfm from "remark-gfm";
import "@assistant-ui/react-markdown/styles/dot.css";
import "./assistant-ui-markdown.css";

const plugins = [remarkGfm];

const CodeHeader = ({ language }) => (
  <div className="aui-code-header">
    <span>{language}</span>
    <button type="button" className="aui-icon">
      <Copy size={16} />
    </button>
  </div>
);

const components = { CodeHeader };

/** Renders Markdown as the registry of assistant-ui does, which colors code only with an add-on. */
export const MarkdownText = () => (
  <MarkdownTextPrimitive remarkPlugins={plugins} components={components} className="aui-md" />
);
