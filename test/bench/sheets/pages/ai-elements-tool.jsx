import { code } from "@streamdown/code";
import { CheckCircle, ChevronDown, Clock, Wrench } from "lucide-react";
import { useEffect, useState } from "react";

const states = {
  running: { Icon: Clock, label: "Running", color: "currentColor" },
  waiting: { Icon: Clock, label: "Awaiting Approval", color: "#d08700" },
  completed: { Icon: CheckCircle, label: "Completed", color: "#00a63e" },
};

const themes = code.getThemes();

function Json({ value }) {
  const [lines, setLines] = useState([]);
  const source = JSON.stringify(value, null, 2);
  useEffect(() => {
    const show = ({ tokens }) => setLines(tokens);
    const cached = code.highlight({ code: source, language: "json", themes }, show);
    if (cached) show(cached);
  }, [source]);
  return (
    <pre className="aie-json">
      {lines.map((tokens, line) => (
        <div key={String(line)}>
          {tokens.map(({ content, offset, htmlStyle }) => (
            <span
              key={offset}
              style={{ "--light": htmlStyle?.color, "--dark": htmlStyle?.["--shiki-dark"] }}
            >
              {content}
            </span>
          ))}
        </div>
      ))}
    </pre>
  );
}

/** Shows a tool call as a card whose header has the state beside the name, open while it waits for an approval. */
export function Tool({ call, state }) {
  const { Icon, label, color } = states[state];
  return (
    <div className="aie-tool">
      <div>
        <Wrench size={16} className="aie-muted" />
        <b>{call.function.name}</b>
        <span className="aie-badge">
          <Icon size={16} color={color} />
          {label}
        </span>
        <ChevronDown size={16} className="aie-muted" />
      </div>
      {state === "waiting" && (
        <div className="aie-input">
          <h4>Parameters</h4>
          <Json value={JSON.parse(call.function.arguments)} />
        </div>
      )}
    </div>
  );
}

/** Asks for an approval, with the buttons at the end. */
export const Confirmation = ({ children }) => (
  <div className="aie-confirmation">
    <span>{children}</span>
    <div>
      <button type="button" className="ui-button ui-outline">
        Reject
      </button>
      <button type="button" className="ui-button">
        Approve
      </button>
    </div>
  </div>
);
