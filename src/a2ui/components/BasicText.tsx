import { TextApi } from "@a2ui/web_core/v0_9";
import { createContext, type ReactNode, useContext } from "react";
import { MessageText } from "../../components/message/MessageText.tsx";
import { a2uiComponent } from "../a2uiComponent.ts";
import { ariaOf, textOfValue } from "./readProps.ts";

/** True inside a button, which may have no paragraphs and no links. */
export const InlineContext = createContext(false);

/** Headings of a surface are below those of a message. */
const HEADINGS = { h1: "h3", h2: "h4", h3: "h5", h4: "h6", h5: "h6" } as const;

/** Matches text that Markdown would render as it is, in one paragraph. */
const PLAIN = /^(?!\s*(?:\d+[.)]|[+-]))(?!.*www\.)[\p{L}\p{N}\p{Sc} .,;'"“”’()%?+/-]*$/u;

/** Renders text: Markdown, or a heading or caption. */
export const BasicText = a2uiComponent(TextApi, ({ props }): ReactNode => {
  const { text, variant = "body", accessibility } = props;
  const isInline = useContext(InlineContext);
  const value = textOfValue(text);
  const aria = ariaOf(accessibility);
  if (isInline) return <span dir="auto">{value}</span>;
  if (variant === "caption") {
    return (
      <p className="agk-a2ui-caption" dir="auto" {...aria}>
        {value}
      </p>
    );
  }
  if (variant === "body") {
    // Most texts of a surface are short, and the lexer of Markdown costs more than the paragraph.
    if (!PLAIN.test(value)) return <MessageText text={value} isStreaming={false} />;
    return (
      <div className="agk-markdown">
        <p dir="auto">{value}</p>
      </div>
    );
  }
  const Heading = HEADINGS[variant];
  return (
    <Heading className="agk-a2ui-heading" data-variant={variant} dir="auto" {...aria}>
      {value}
    </Heading>
  );
});
