import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import {
  fillRequired,
  fixedValueOf,
  isUnspecific,
  propertiesOf,
  resolveNested,
} from "./responseSchema.ts";

/** File as part of a payload. */
interface EncodedFile {
  readonly name: string;
  readonly mimeType: string;
  /** Content in base64. */
  readonly data: string;
  /** Size of the content in bytes. */
  readonly size: number;
}

/** Payload that answers an interrupt with files. */
export interface UploadShape {
  /** Fewest files. 1 when the schema sets no minimum. */
  readonly min: number;
  readonly max: number;
  /** Media types for the `accept` attribute of a file input. */
  readonly accept: string | undefined;
  readonly toPayload: (files: readonly EncodedFile[]) => unknown;
  /** Fields of the payload that the schema fixes, and that no control shows. */
  readonly fixedFields: Readonly<Record<string, unknown>>;
}

/** Part of the payload for one file. */
interface FileShape {
  readonly accept: string | undefined;
  readonly toValue: (file: EncodedFile) => unknown;
  /** Fields of the value that the schema fixes. */
  readonly fixedFields: Readonly<Record<string, unknown>>;
}

/** Payload for an upload without a schema. */
const defaultShape: UploadShape = {
  min: 1,
  max: Number.POSITIVE_INFINITY,
  accept: undefined,
  toPayload: (files) => ({
    files: files.map(({ name, mimeType, data }) => ({ name, mimeType, data })),
  }),
  fixedFields: {},
};

/**
 * Derives the payload for files from a schema: base64 text, a data URL, or an object with one of both. A list of these
 * and an object around any of them are recognized as well.
 *
 * @returns Undefined when the schema requires other input as well, or no files.
 */
export function readUpload(schema: JsonSchema | undefined): UploadShape | undefined {
  if (!schema || isUnspecific(schema)) return defaultShape;
  return readFiles(schema, schema) ?? readWrappedFiles(schema);
}

function readFiles(source: unknown, root: JsonSchema): UploadShape | undefined {
  const file = readFileShape(source, root);
  if (file) {
    const toPayload = ([first]: readonly EncodedFile[]) => first && file.toValue(first);
    const { accept, fixedFields } = file;
    return { min: 1, max: 1, accept, toPayload, fixedFields };
  }
  const list = resolveNested(source, root);
  const item = list?.type === "array" ? readFileShape(list.items, root) : undefined;
  if (!list || !item) return undefined;
  const { minItems, maxItems } = list;
  return {
    min: typeof minItems === "number" ? minItems : 1,
    max: typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY,
    accept: item.accept,
    toPayload: (files) => files.map(item.toValue),
    fixedFields: item.fixedFields,
  };
}

/** Reads an object with one property for files, whose other properties all have a fixed value. */
function readWrappedFiles(root: JsonSchema): UploadShape | undefined {
  const schema = resolveNested(root, root);
  if (!schema) return undefined;
  const inputs = Object.entries(propertiesOf(schema)).filter(
    ([, property]) => !fixedValueOf(property, root),
  );
  const [[name, source] = [], another] = inputs;
  const upload = another ? undefined : readFiles(source, root);
  const others = name === undefined ? undefined : fillRequired(schema, root, {}, [name]);
  if (!upload || name === undefined || !others) return undefined;
  return {
    ...upload,
    toPayload: (files) => ({ ...others, [name]: upload.toPayload(files) }),
    fixedFields: { ...upload.fixedFields, ...others },
  };
}

function readFileShape(source: unknown, root: JsonSchema): FileShape | undefined {
  const schema = resolveNested(source, root);
  if (schema?.type === "string") return isFile(schema) ? textShape(schema) : undefined;
  if (!schema || !isRecord(schema.properties)) return undefined;
  return objectShape(schema, root);
}

function isFile({ contentEncoding, format }: JsonSchema): boolean {
  return contentEncoding === "base64" || ["byte", "binary", "data-url"].includes(format ?? "");
}

function textShape({ contentEncoding, format, contentMediaType }: JsonSchema): FileShape {
  const isBase64 = contentEncoding === "base64" || format === "byte";
  return {
    accept: typeof contentMediaType === "string" ? contentMediaType : undefined,
    toValue: ({ mimeType, data }) => (isBase64 ? data : `data:${mimeType};base64,${data}`),
    fixedFields: {},
  };
}

const nameKeys = ["name", "filename", "fileName", "file_name"];
const mimeTypeKeys = ["mimeType", "mime_type", "mediaType", "media_type", "contentType", "type"];
const contentKeys = ["data", "content", "base64", "bytes"];

/** Reads an object with the content of a file, which is marked as binary or has a usual key. */
function objectShape(schema: JsonSchema, root: JsonSchema): FileShape | undefined {
  const properties = propertiesOf(schema);
  const textKeys = Object.keys(properties).filter(
    (name) => resolveNested(properties[name], root)?.type === "string",
  );
  const marked = textKeys.find((name) => isFile(resolveNested(properties[name], root) ?? {}));
  const contentKey = marked ?? contentKeys.find((name) => textKeys.includes(name));
  if (contentKey === undefined) return undefined;
  const { accept, toValue } = textShape({
    ...(marked === undefined && { format: "byte" }),
    ...resolveNested(properties[contentKey], root),
  });
  const nameKey = nameKeys.find((name) => textKeys.includes(name));
  const mimeTypeKey = mimeTypeKeys.find((name) => textKeys.includes(name));
  const toFields = (file: EncodedFile) => ({
    [contentKey]: toValue(file),
    ...(nameKey !== undefined && { [nameKey]: file.name }),
    ...(mimeTypeKey !== undefined && { [mimeTypeKey]: file.mimeType }),
    ...(Object.hasOwn(properties, "size") && { size: file.size }),
  });
  const sample = toFields({ name: "", mimeType: "", data: "", size: 0 });
  const others = fillRequired(schema, root, sample);
  const isComplete = Object.entries(properties).every(
    ([name, property]) => Object.hasOwn(sample, name) || fixedValueOf(property, root),
  );
  if (!others || !isComplete) return undefined;
  const mimeTypes = mimeTypeKey && resolveNested(properties[mimeTypeKey], root)?.enum;
  return {
    accept: accept ?? (Array.isArray(mimeTypes) ? mimeTypes.join(",") : undefined),
    toValue: (file) => ({ ...others, ...toFields(file) }),
    fixedFields: Object.fromEntries(
      Object.entries(others).filter(([name]) => !Object.hasOwn(sample, name)),
    ),
  };
}

/** Reads and encodes a file. @throws DOMException when the browser cannot read it. */
export async function encodeFile(file: File): Promise<EncodedFile> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return {
    name: file.name,
    mimeType: file.type || "application/octet-stream",
    data: url.slice(url.indexOf(",") + 1),
    size: file.size,
  };
}
