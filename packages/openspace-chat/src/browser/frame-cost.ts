/** Tells how long the next frame takes: layout and painting. Nothing is told while the page is not painted. */
export function tellFrameCost(tell: (costMs: number) => void): void {
    window.requestAnimationFrame(() => {
        const startedAt = performance.now();
        // A message arrives once the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            port1.close();
            tell(performance.now() - startedAt);
        };
        port2.postMessage(undefined);
    });
}
