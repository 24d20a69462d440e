/** The size of the window in pixels. */
const WINDOW = { width: 1000, height: 800 };

/** The number of pixels that a style gives, if it gives one. */
const pixels = (style: string): number | undefined => (style.endsWith('px') ? Number.parseFloat(style) : undefined);

/**
 * Makes jsdom answer with the sizes that Lumino has given to its elements; one without a size of its own is as large as what it is in.
 * Answers how to end that.
 */
export function layOutDocument(): () => void {
    const sizeOf = (element: HTMLElement, length: 'width' | 'height'): number =>
        element.parentElement ? (pixels(element.style[length]) ?? sizeOf(element.parentElement, length)) : WINDOW[length];
    const placeOf = (element: HTMLElement, side: 'left' | 'top'): number => pixels(element.style[side]) ?? 0;
    const placeInWindow = (element: HTMLElement, side: 'left' | 'top'): number =>
        placeOf(element, side) + (element.parentElement ? placeInWindow(element.parentElement, side) : 0);
    const answers: PropertyDescriptorMap & ThisType<HTMLElement> = {
        offsetWidth: {
            configurable: true,
            get() {
                return sizeOf(this, 'width');
            }
        },
        offsetHeight: {
            configurable: true,
            get() {
                return sizeOf(this, 'height');
            }
        },
        offsetLeft: {
            configurable: true,
            get() {
                return placeOf(this, 'left');
            }
        },
        offsetTop: {
            configurable: true,
            get() {
                return placeOf(this, 'top');
            }
        },
        getBoundingClientRect: {
            configurable: true,
            value() {
                const [x, y, width, height] = [
                    placeInWindow(this, 'left'),
                    placeInWindow(this, 'top'),
                    sizeOf(this, 'width'),
                    sizeOf(this, 'height')
                ];
                return { x, y, left: x, top: y, width, height, right: x + width, bottom: y + height };
            }
        }
    };
    const { prototype } = HTMLElement;
    const before = Object.fromEntries(Object.keys(answers).map(name => [name, Object.getOwnPropertyDescriptor(prototype, name)]));
    Object.defineProperties(prototype, answers);
    return () => {
        for (const [name, descriptor] of Object.entries(before)) {
            Reflect.deleteProperty(prototype, name);
            if (descriptor) {
                Object.defineProperty(prototype, name, descriptor);
            }
        }
    };
}
