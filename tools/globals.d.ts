/* Globals of pages besides our modules: htmx and uPlot, as far as they are used here. */

interface Htmx {
  ajax(verb: string, path: string, context: { source?: Element; target: Element; swap: string }): Promise<void>;
  swap(target: Element, content: string, spec: object, options: { eventInfo: object }): void;
}

declare const htmx: Htmx;

interface Window {
  uPlot: {
    new (options: object, data: number[][], target: HTMLElement): { destroy(): void };
    rangeNum(low: number, high: number, pad: number, soft: boolean): [number, number];
  };
}
