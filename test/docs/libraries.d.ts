/*
 * Types of the libraries that the example in docs/markdown.md uses, as far as it uses them. Another test in
 * docs.test.ts compiles the example with the types of the installed libraries.
 */

declare module "katex" {
  interface KatexOptions {
    displayMode?: boolean;
    throwOnError?: boolean;
    errorColor?: string;
    maxSize?: number;
    maxExpand?: number;
    trust?: boolean;
  }
  const katex: {
    render(tex: string, element: HTMLElement, options?: KatexOptions): void;
  };
  export default katex;
}

declare module "mermaid" {
  interface MermaidConfig {
    startOnLoad?: boolean;
    securityLevel?: "strict" | "loose" | "antiscript" | "sandbox";
    htmlLabels?: boolean;
    suppressErrorRendering?: boolean;
  }
  const mermaid: {
    initialize(config: MermaidConfig): void;
    render(id: string, text: string): Promise<{ svg: string }>;
  };
  export default mermaid;
}
