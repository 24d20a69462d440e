import React from '@theia/core/shared/react';
import { MeantClicks, READING_MS } from '../approval/meant-clicks';

/** Holds something that comes up while the person may be about to click or press a key there: it reacts once it could have been read. */
export function ReadFirst({ children }: React.PropsWithChildren): React.JSX.Element {
    const place = React.useRef<HTMLDivElement>(null);
    const readSince = React.useRef<number>();
    const [clicks] = React.useState(() => new MeantClicks(() => readSince.current));
    React.useEffect(() => {
        const setInert = (inert: boolean): void => void place.current?.toggleAttribute('inert', inert);
        setInert(true);
        const timer = setTimeout(() => {
            readSince.current = window.performance.now();
            setInert(false);
        }, READING_MS);
        return () => clearTimeout(timer);
    }, []);
    return (
        <div
            ref={place}
            onPointerDownCapture={press => clicks.notePress(press.nativeEvent)}
            onClickCapture={click => {
                if (!clicks.isMeant(click.nativeEvent)) {
                    click.stopPropagation();
                }
            }}
        >
            {children}
        </div>
    );
}
