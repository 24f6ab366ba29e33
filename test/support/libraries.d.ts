/*
 * Of the libraries that the README's examples use and this repository does not, what these use. The recipe is
 * compiled with the libraries' own types where it is run: test/e2e/drawing.e2e.test.ts.
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
