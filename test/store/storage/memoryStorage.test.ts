import { memoryStorage } from "../../../src/store/storage/memoryStorage.ts";
import { describeStorage } from "./storageSuite.ts";

describeStorage("memory", () => {
  const storage = memoryStorage();
  return { storage, again: () => storage };
});
