// biome-ignore-all lint/suspicious/noArrayIndexKey: a token has no identity but its position, and text only grows at its end
import type { Token } from "marked";
import type { ReactNode } from "react";
import { Citation, CitedText, mayCite } from "../sources/Citation.tsx";
import { decodeEntities } from "./decodeEntities.ts";
import { type Sections, toKitToken } from "./lexer/kitToken.ts";
import { safeHref } from "./links.ts";
import { RemoteImage } from "./RemoteImage.tsx";
import { type RenderPart, renderInParts, renderLongText } from "./renderInParts.tsx";

/** Matches the text of a link that is the number of a source. */
const NUMBER = /^\[?(\d{1,3})\]?$/;

/**
 * Renders inline tokens. No text passes through an HTML parser.
 *
 * @param sections - The tokens before `tokens`.
 */
export function renderInline(
  tokens: readonly Token[],
  isInLink = false,
  sections?: Sections<Token>,
): ReactNode[] {
  return renderInParts(tokens, isInLink ? renderInLink : renderText, false, sections);
}

const decodePiece: RenderPart<string> = ([piece = ""]) => decodeEntities(piece);
const citePiece: RenderPart<string> = ([piece = ""], key) => {
  const text = decodeEntities(piece);
  return mayCite(text) ? <CitedText key={key} text={text} /> : text;
};
const renderText: RenderPart<Token> = (tokens, from) => renderTokens(tokens, from, false);
const renderInLink: RenderPart<Token> = (tokens, from) => renderTokens(tokens, from, true);

function renderTokens(tokens: readonly Token[], from: number, isInLink: boolean): ReactNode[] {
  return tokens.map((anyToken, index): ReactNode => {
    const key = from + index;
    const token = toKitToken(anyToken);
    const children = () =>
      "tokens" in token && token.tokens ? renderInline(token.tokens, isInLink) : null;
    switch (token.type) {
      case "text":
        return children() ?? renderLongText(token.text, isInLink ? decodePiece : citePiece, key);
      case "escape":
        return token.text;
      case "strong":
        return <strong key={key}>{children()}</strong>;
      case "em":
        return <em key={key}>{children()}</em>;
      case "del":
        return <del key={key}>{children()}</del>;
      case "codespan":
        return (
          <code key={key} dir="ltr">
            {token.text}
          </code>
        );
      case "br":
        return <br key={key} />;
      case "html":
        // A table cell has no Markdown syntax for a line break. All other HTML is shown as text.
        return /^<br\s*\/?>$/i.test(token.text) ? <br key={key} /> : token.text;
      case "link": {
        // An autolink has no character references.
        const href = safeHref(token.autolink ? token.href : decodeEntities(token.href));
        const label = token.autolink ? token.text : renderInline(token.tokens, href !== null);
        if (href === null) return label;
        const number = !isInLink && NUMBER.exec(token.text)?.[1];
        if (number) {
          const source = { number: Number(number), href, title: titleOf(token) };
          return <Citation key={key} source={source} />;
        }
        return (
          <a key={key} href={href} title={titleOf(token)} target="_blank" rel="noopener noreferrer">
            {label}
          </a>
        );
      }
      case "custom":
        return token.render({ key, isInLink });
      case "image":
        return (
          <RemoteImage
            key={`${key} ${token.href}`}
            address={decodeEntities(token.href)}
            alt={decodeEntities(token.text)}
            title={titleOf(token)}
            isInLink={isInLink}
          />
        );
    }
    return null;
  });
}

function titleOf({ title }: { title?: string | null }): string | undefined {
  return title ? decodeEntities(title) : undefined;
}
