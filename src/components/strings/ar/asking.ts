import { clock } from "../clock.ts";
import { formatBytes } from "../formatBytes.ts";
import type { FormStrings } from "../formStrings.ts";
import type { InterruptStrings } from "../interruptStrings.ts";
import { counted, isolate, LANGUAGE, number } from "./grammar.ts";

export const interruptStrings: InterruptStrings = {
  approvalTitle: "الموافقة مطلوبة",
  confirmationTitle: "التأكيد مطلوب",
  inputTitle: "بعض التفاصيل مطلوبة",
  uploadTitle: "يلزم ملف",
  questionTitle: "سؤال لك",

  approve: "موافقة",
  deny: "رفض",
  yes: "نعم",
  no: "لا",
  edit: "تعديل",
  approveEdited: "موافقة مع التعديلات",
  denyReason: "السبب",
  otherAnswer: "إجابة أخرى",
  send: "إرسال الإجابة",
  cancel: "إلغاء",
  back: "رجوع",
  answer: "إجابتك",
  asText: "تُرسل كنص؛ لإرسال قيم يجب كتابة JSON.",
  asJson: "تُرسل بصيغة JSON.",
  asBrokenJson: "تُرسل كنص لأنها ليست JSON صالحًا.",
  inexactNumber:
    "يتعذّر الإرسال: يوجد رقم خاناته أكثر من اللازم. إذا وُضع بين علامتي اقتباس فسيُرسل كنص.",
  details: "التفاصيل",

  chooseFile: "اختيار ملف",
  chooseFiles: "اختيار ملفات",
  fileSize: (bytes) => formatBytes(bytes, LANGUAGE),
  fileLimit: (size) => `حتى ${isolate(size)} إجمالًا.`,
  filesTooLarge: (size) => `الحجم كبير جدًا: يمكن إرسال ${isolate(size)} كحد أقصى.`,

  expiresInMinutes: (minutes) =>
    counted(minutes, {
      zero: "تنتهي المهلة خلال أقل من دقيقة",
      one: "تنتهي المهلة خلال دقيقة واحدة",
      two: "تنتهي المهلة خلال دقيقتين",
      few: "تنتهي المهلة خلال # دقائق",
      many: "تنتهي المهلة خلال # دقيقة",
      other: "تنتهي المهلة خلال # دقيقة",
    }),
  expiresInSeconds: (seconds) => `تنتهي المهلة خلال ${clock(seconds)}`,
  expired: "انتهت مهلة الإجابة. لم يعد ممكنًا سوى الإلغاء.",
  closed: "لم يعد هذا السؤال ينتظر إجابة.",
  refused: (why) => `لم تُقبل الإجابة: ${isolate(why)}`,
  failed: "تعذّر إرسال الإجابة. يُرجى إعادة المحاولة.",

  change: "تغيير",
  keep: "الاحتفاظ بإجابتي",
};

const typeSentences: Readonly<Record<string, string>> = {
  number: "يجب إدخال رقم.",
  integer: "يجب إدخال عدد صحيح.",
  string: "يجب أن تكون القيمة نصًا.",
  boolean: "يجب أن تكون القيمة نعم أو لا.",
  object: "يجب أن تكون القيمة كائنًا.",
  array: "يجب أن تكون القيمة قائمة.",
  json: "هذا ليس JSON صالحًا.",
};

const formatSentences: Readonly<Record<string, string>> = {
  email: `يجب إدخال بريد إلكتروني، مثل ${isolate("name@example.com")}.`,
  uri: `يجب إدخال عنوان ويب، مثل ${isolate("https://example.com")}.`,
  date: "يجب إدخال تاريخ كامل.",
  time: "يجب إدخال وقت كامل.",
  "date-time": "يجب إدخال التاريخ والوقت كاملين.",
  file: "تعذّرت قراءة هذا الملف.",
};

export const formStrings: FormStrings = {
  submit: "إرسال",
  cancel: "إلغاء",
  optional: "اختياري",
  choose: "اختيار…",
  answer: "الإجابة",
  choice: (position) => `الخيار ${number(position)}`,
  ofKind: (question, choice) =>
    /\p{P}$/u.test(question)
      ? `${isolate(question)} ${isolate(choice)}`
      : `${isolate(question)}: ${isolate(choice)}`,
  addTo: (list) => `إضافة إلى ${isolate(list)}`,
  item: (list, position) => `${isolate(list)} ${number(position)}`,
  remove: (item) => `إزالة ${isolate(item)}`,
  json: "يجب كتابة ذلك بصيغة JSON.",
  problems: (count) =>
    counted(count, {
      zero: "لا إجابات بحاجة إلى تعديل.",
      one: "يجب تعديل إجابة واحدة.",
      two: "يجب تعديل إجابتين.",
      few: "يجب تعديل # إجابات.",
      many: "يجب تعديل # إجابة.",
      other: "يجب تعديل # إجابة.",
    }),
  failed: "تعذّر الإرسال. يُرجى إعادة المحاولة.",

  required: "هذه المعلومة مطلوبة.",
  type: (type) => typeSentences[type] ?? "نوع القيمة غير مناسب.",
  format: (format) => formatSentences[format] ?? "صيغة القيمة غير صحيحة.",
  pattern: "صيغة القيمة غير صحيحة.",
  enum: "هذه القيمة ليست من القيم المسموح بها.",
  const: (value) =>
    `يجب أن تكون القيمة ${typeof value === "number" ? number(value) : isolate(value)}.`,
  not: "هذه القيمة غير مسموح بها.",
  minimum: (limit) => `يجب ألا تقل القيمة عن ${number(limit)}.`,
  maximum: (limit) => `يجب ألا تزيد القيمة على ${number(limit)}.`,
  exclusiveMinimum: (limit) => `يجب أن تكون القيمة أكبر من ${number(limit)}.`,
  exclusiveMaximum: (limit) => `يجب أن تكون القيمة أصغر من ${number(limit)}.`,
  multipleOf: (limit) => `يجب أن تكون القيمة من مضاعفات ${number(limit)}.`,
  minLength: (limit) => `يجب ألا يقل النص عن ${characters(limit)}.`,
  maxLength: (limit) => `يجب ألا يزيد النص على ${characters(limit)}.`,
  minItems: (limit) => `يجب ألا يقل العدد عن ${items(limit)}.`,
  maxItems: (limit) => `يجب ألا يزيد العدد على ${items(limit)}.`,
  uniqueItems: "لا يجوز تكرار أي عنصر هنا.",
  contains: "ينقص عنصر يجب وجوده هنا.",
  minProperties: (limit) => `يجب ألا يقل عدد ما يُملأ منها عن ${fields(limit)}.`,
  maxProperties: (limit) => `يجب ألا يزيد عدد ما يُملأ منها على ${fields(limit)}.`,
  propertyNames: "أحد الأسماء غير مسموح به.",
  additionalProperties: "هذا غير مسموح به هنا.",
  oneOf: "يجب أن تطابق القيمة نوعًا واحدًا فقط من الأنواع الممكنة.",
  anyOf: "يجب أن تطابق القيمة أحد الأنواع الممكنة.",
  invalid: "هذه الإجابة غير مسموح بها.",
  at: (place, sentence) => `${isolate(place)}: ${sentence}`,
};

function characters(count: number): string {
  return counted(count, {
    zero: "صفر من الأحرف",
    one: "حرف واحد",
    two: "حرفين",
    few: "# أحرف",
    many: "# حرفًا",
    other: "# حرف",
  });
}

function items(count: number): string {
  return counted(count, {
    zero: "صفر من العناصر",
    one: "عنصر واحد",
    two: "عنصرين",
    few: "# عناصر",
    many: "# عنصرًا",
    other: "# عنصر",
  });
}

function fields(count: number): string {
  return counted(count, {
    zero: "صفر من الحقول",
    one: "حقل واحد",
    two: "حقلين",
    few: "# حقول",
    many: "# حقلًا",
    other: "# حقل",
  });
}
