import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { filled, isUnspecific, onlyValue, propertiesOf, resolved } from "./schemaParts.ts";

/** A file as an answer carries it. */
export interface EncodedFile {
  readonly name: string;
  readonly mimeType: string;
  /** In base64. */
  readonly data: string;
  /** In bytes. */
  readonly size: number;
}

/** How an answer carries files. */
export interface UploadShape {
  /** How many at least; one when it says nothing. */
  readonly min: number;
  readonly max: number;
  /** Media types, as a file field takes them. */
  readonly accept: string | undefined;
  readonly toPayload: (files: readonly EncodedFile[]) => unknown;
}

/** What a schema makes of one file. */
interface FileShape {
  readonly accept: string | undefined;
  readonly toValue: (file: EncodedFile) => unknown;
}

/** The answer where no schema says what it looks like. */
const plain: UploadShape = {
  min: 1,
  max: Number.POSITIVE_INFINITY,
  accept: undefined,
  toPayload: (files) => ({
    files: files.map(({ name, mimeType, data }) => ({ name, mimeType, data })),
  }),
};

/**
 * Finds how a schema wants files: a text in base64 or a data URL, an object that holds one, a list
 * of either, or an object with one of these in it.
 *
 * @returns Nothing when it asks for something else as well, or for no files at all.
 */
export function readUpload(schema: JsonSchema | undefined): UploadShape | undefined {
  if (!schema || isUnspecific(schema)) return plain;
  return uploadIn(schema, schema) ?? wrappedUpload(schema);
}

function uploadIn(source: unknown, root: JsonSchema): UploadShape | undefined {
  const file = fileIn(source, root);
  if (file) {
    const toPayload = ([only]: readonly EncodedFile[]) => only && file.toValue(only);
    return { min: 1, max: 1, accept: file.accept, toPayload };
  }
  const list = resolved(source, root);
  const item = list?.type === "array" ? fileIn(list.items, root) : undefined;
  if (!list || !item) return undefined;
  const { minItems, maxItems } = list;
  return {
    min: typeof minItems === "number" ? minItems : 1,
    max: typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY,
    accept: item.accept,
    toPayload: (files) => files.map(item.toValue),
  };
}

function wrappedUpload(root: JsonSchema): UploadShape | undefined {
  const schema = resolved(root, root);
  if (!schema) return undefined;
  const asked = Object.entries(propertiesOf(schema)).filter(([, one]) => !onlyValue(one, root));
  const [[name, source] = [], another] = asked;
  const upload = another ? undefined : uploadIn(source, root);
  const others = name === undefined ? undefined : filled(schema, root, {}, [name]);
  if (!upload || name === undefined || !others) return undefined;
  return { ...upload, toPayload: (files) => ({ ...others, [name]: upload.toPayload(files) }) };
}

function fileIn(source: unknown, root: JsonSchema): FileShape | undefined {
  const schema = resolved(source, root);
  if (schema?.type === "string") return isFile(schema) ? textFile(schema) : undefined;
  if (!schema || !isRecord(schema.properties)) return undefined;
  return objectFile(schema, root);
}

function isFile({ contentEncoding, format }: JsonSchema): boolean {
  return contentEncoding === "base64" || ["byte", "binary", "data-url"].includes(format ?? "");
}

function textFile({ contentEncoding, format, contentMediaType }: JsonSchema): FileShape {
  const isBare = contentEncoding === "base64" || format === "byte";
  return {
    accept: typeof contentMediaType === "string" ? contentMediaType : undefined,
    toValue: ({ mimeType, data }) => (isBare ? data : `data:${mimeType};base64,${data}`),
  };
}

const names = ["name", "filename", "fileName", "file_name"];
const mimeTypes = ["mimeType", "mime_type", "mediaType", "media_type", "contentType", "type"];
const contents = ["data", "content", "base64", "bytes"];

/** An object about a file: what holds its content is marked as such, or has a name that says so. */
function objectFile(schema: JsonSchema, root: JsonSchema): FileShape | undefined {
  const properties = propertiesOf(schema);
  const texts = Object.keys(properties).filter(
    (name) => resolved(properties[name], root)?.type === "string",
  );
  const marked = texts.find((name) => isFile(resolved(properties[name], root) ?? {}));
  const content = marked ?? contents.find((name) => texts.includes(name));
  if (content === undefined) return undefined;
  const { accept, toValue } = textFile({
    ...(marked === undefined && { format: "byte" }),
    ...resolved(properties[content], root),
  });
  const nameKey = names.find((name) => texts.includes(name));
  const typeKey = mimeTypes.find((name) => texts.includes(name));
  const describe = (file: EncodedFile) => ({
    [content]: toValue(file),
    ...(nameKey !== undefined && { [nameKey]: file.name }),
    ...(typeKey !== undefined && { [typeKey]: file.mimeType }),
    ...(Object.hasOwn(properties, "size") && { size: file.size }),
  });
  const sample = describe({ name: "", mimeType: "", data: "", size: 0 });
  const others = filled(schema, root, sample);
  const isAll = Object.entries(properties).every(
    ([name, property]) => Object.hasOwn(sample, name) || onlyValue(property, root),
  );
  if (!others || !isAll) return undefined;
  const listed = typeKey && resolved(properties[typeKey], root)?.enum;
  return {
    accept: accept ?? (Array.isArray(listed) ? listed.join(",") : undefined),
    toValue: (file) => ({ ...others, ...describe(file) }),
  };
}

/** Reads a file, for an answer to carry it. @throws what the browser says if it cannot be read. */
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
