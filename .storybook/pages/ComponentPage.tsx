import { DocsContext, useOf } from "@storybook/addon-docs/blocks";
import { type ReactNode, useContext } from "react";
import { CodeExample } from "../../stories/pages/CodeExample.tsx";
import { pageTexts } from "../../stories/pages/pageTexts.ts";
import type { ComponentDoc } from "../componentDocs/componentDoc.ts";
import { componentDocs } from "../componentDocs/componentDocs.ts";
import { toSentenceCase } from "../sentenceCase.ts";
import { PropsTable } from "./PropsTable.tsx";
import { Inline, Prose } from "./Prose.tsx";
import { StateBrowser, type StateEntry } from "./StateBrowser.tsx";
import { sortStories } from "./storyOrder.ts";
import { TopicCode } from "./TopicCode.tsx";

/** Renders the page of the stories of one file, from the TSDoc of its components. */
export function ComponentPage(): ReactNode {
  const { csfFile } = useOf("meta", ["meta"]);
  const stories = useContext(DocsContext).componentStoriesFromCSFFile(csfFile);
  const { title } = csfFile.meta;
  const text = pageTexts[title];
  const docs = (text?.components ?? []).flatMap((name) => componentDocs[name] ?? []);
  const [group = "", name = title] = title.split("/");
  const [first, ...others] = sortStories(stories).map(
    ({ id, name, parameters, argTypes }): StateEntry => ({
      id,
      name: toSentenceCase(name),
      description: parameters.docs?.description?.story ?? "",
      hasControls: Object.values(argTypes).some(
        ({ control }) => typeof control === "object" && control.disable !== true,
      ),
    }),
  );
  return (
    <article className="book-page sb-unstyled">
      <header className="book-header">
        <p className="book-group">{group}</p>
        <h1>{name}</h1>
        {text && (
          <p className="book-lead">
            <Inline text={text.use} />
          </p>
        )}
        {docs[0] && <ImportLine docs={docs} />}
      </header>
      {first && (
        <StateBrowser
          key={title}
          states={[first, ...others]}
          // Later selectors are parts and states of the component.
          roots={docs.flatMap(({ selectors: [root] }) => root?.selector ?? [])}
        />
      )}
      {text?.code && <TopicCode code={text.code} recipe={text.recipe} />}
      {docs.map((doc) => (
        <ComponentSection key={doc.name} doc={doc} />
      ))}
      {text && (
        <section className="book-section">
          <h2>Accessibility</h2>
          <ul className="book-list">
            {text.accessibility.map((note) => (
              <li key={note}>
                <Inline text={note} />
              </li>
            ))}
            <li>Every state on this page passes the axe check of the tests.</li>
          </ul>
        </section>
      )}
    </article>
  );
}

function ImportLine({ docs }: { readonly docs: readonly ComponentDoc[] }): ReactNode {
  const names = docs.map(({ name }) => name).join(", ");
  return <CodeExample code={`import { ${names} } from "agui-kit";`} />;
}

function ComponentSection({ doc }: { readonly doc: ComponentDoc }): ReactNode {
  const { name, description, examples, selectors, isPart, throws } = doc;
  return (
    <section className="book-section">
      <h2>
        <code>{`<${name}>`}</code>
      </h2>
      <Prose text={description} />
      {examples.map(({ title, code, language }) => (
        <div className="book-example" key={title}>
          <h3>{title}</h3>
          <CodeExample code={code} language={language} />
        </div>
      ))}
      <h3>Props</h3>
      <PropsTable doc={doc} />
      {throws.length > 0 && (
        <p className="book-muted">
          Throws <Inline text={throws.join(" ")} />
        </p>
      )}
      {(selectors.length > 0 || isPart) && (
        <>
          <h3>Styling hooks</h3>
          <ul className="book-list">
            {isPart && (
              <li>
                <code>{`classNames={{ ${name}: "…" }}`}</code> adds a class, and{" "}
                <code>{`components={{ ${name}: Yours }}`}</code> replaces the component.
              </li>
            )}
            {selectors.map(({ selector, description }) => (
              <li key={selector}>
                <code>{selector}</code> <Inline text={description} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
