/* Globals of pages besides our modules: uPlot, as far as it is used here. */

interface Window {
  uPlot: {
    new (options: object, data: number[][], target: HTMLElement): { destroy(): void };
    rangeNum(low: number, high: number, pad: number, soft: boolean): [number, number];
  };
}
