/** The keys that press a button. */
const PRESSING_KEYS = ['Enter', ' '];

/** Lets only these keys do what a click does: Theia's settings take any key for one, also the Tab key that only passes by. */
export function chooseByKey(element: HTMLElement): void {
    element.onkeydown = event => {
        if (PRESSING_KEYS.includes(event.key)) {
            event.preventDefault();
            element.click();
        }
    };
}
