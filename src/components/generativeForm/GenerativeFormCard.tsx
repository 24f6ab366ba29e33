import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import type { ToolRenderProps } from "../../hooks/tools/toolRenderers.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { validateJson } from "../../store/jsonSchema/validate.ts";
import { SchemaForm } from "../schemaForm/SchemaForm.tsx";
import { useComponent } from "../settings/settings.tsx";
import { DraftContext } from "../state/draftState.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";
import { VisibleText } from "../ui/VisibleText.tsx";
import {
  defaultForm,
  type FormRequest,
  type GeneratedForm,
  readFormRequest,
} from "./generatedForm.ts";

/** Makes the form for a request, such as by asking another model. */
export type FormGenerator = (
  request: FormRequest,
) => GeneratedForm | undefined | Promise<GeneratedForm | undefined>;

interface GenerativeFormCardProps extends Pick<ToolRenderProps, "respond" | "reject"> {
  /** The arguments, which stay the same object as long as the call waits. */
  readonly args: object;
  readonly generator: FormGenerator | undefined;
}

/** @internal Asks the user for what an agent wants to know, in a form. Renders a `<section>`. */
export function GenerativeFormCard({
  args,
  generator,
  respond,
  reject,
}: GenerativeFormCardProps): ReactNode {
  const strings = useStrings();
  const Form = useComponent("SchemaForm", SchemaForm);
  const titleId = useId();
  const request = useMemo(() => readFormRequest(args), [args]);
  const form = useGeneratedForm(request, args, generator);
  const draftOwner = useMemo(() => ({ question: args, part: "form" }), [args]);

  const handleSubmit = async (value: unknown) => {
    const { output } = request;
    const problems = typeof output === "object" ? await validateJson(output, value) : [];
    if (problems.length === 0) await respond(value);
    return problems;
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group the fieldsets of a form
    <section
      className="agk-interrupt"
      role="group"
      data-status="open"
      aria-labelledby={titleId}
      aria-busy={form === undefined || undefined}
    >
      <div className="agk-interrupt-head">
        <Icon name="waiting" />
        <span className="agk-interrupt-title" id={titleId} dir="auto">
          <VisibleText text={request.description || strings.form.answer} kind="prose" />
        </span>
      </div>
      <div className="agk-interrupt-answer">
        {form ? (
          <DraftContext.Provider value={draftOwner}>
            <Form
              schema={form.jsonSchema}
              layout={form.uiSchema}
              defaultValue={form.initialData ?? request.data}
              label={request.description || undefined}
              cancelLabel={strings.interrupt.cancel}
              onSubmit={handleSubmit}
              onCancel={() => void reject()}
            />
          </DraftContext.Provider>
        ) : (
          <p className="agk-interrupt-note" role="status">
            {strings.form.preparing}
          </p>
        )}
      </div>
    </section>
  );
}

/** Forms that are being generated, or have been, by the arguments of their call. */
const pendingForms = createUiMemory<Promise<GeneratedForm>>();

/** Returns the form for a request; `undefined` until it has been generated. */
function useGeneratedForm(
  request: FormRequest,
  args: object,
  generator: FormGenerator | undefined,
): GeneratedForm | undefined {
  const [form, setForm] = useState<GeneratedForm | undefined>(() =>
    generator ? undefined : defaultForm(request),
  );
  const latestGenerator = useRef(generator);
  useEffect(() => {
    let isMounted = true;
    const { current: generate } = latestGenerator;
    if (!generate) return undefined;
    const pending = pendingForms.get(args, "form") ?? generateForm(generate, request);
    // The form is not generated again when the card mounts again.
    pendingForms.set(args, "form", pending);
    pending.then((generated) => isMounted && setForm(generated));
    return () => {
      isMounted = false;
    };
  }, [request, args]);
  return form;
}

/** Returns the form of the generator, or the default form when it makes none or fails. */
async function generateForm(generate: FormGenerator, request: FormRequest): Promise<GeneratedForm> {
  try {
    return (await generate(request)) ?? defaultForm(request);
  } catch (error) {
    reportUncaught(error);
    return defaultForm(request);
  }
}
