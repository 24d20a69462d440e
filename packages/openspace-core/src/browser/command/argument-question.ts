import { DisposableCollection, nls, QuickInputService, type QuickPickItem } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { ArgumentChoice } from './openspace-command';
import { OrderedPicks } from './ordered-picks';

interface ChoiceItem extends QuickPickItem {
    readonly value?: unknown;
}

/** What fits the text that the person has typed so far, the best first. */
export type OfferedChoices = (typed: string) => ArgumentChoice[] | Promise<ArgumentChoice[]>;

/** One question of the argument form. Every answer is undefined when the person pressed Escape. */
@injectable()
export class ArgumentQuestion {
    @inject(QuickInputService) protected readonly quickInput: QuickInputService;
    @inject(OrderedPicks) protected readonly picks: OrderedPicks;

    /** Asks for a text. `faultOf` says what is wrong with what was typed. */
    type(
        title: string,
        prompt: string,
        preset: string | number | boolean | undefined,
        faultOf: (typed: string) => string | undefined
    ): Promise<string | undefined> {
        return Promise.resolve(
            this.quickInput.input({
                title,
                prompt,
                ...(preset === undefined ? {} : { value: String(preset) }),
                validateInput: typed => Promise.resolve(faultOf(typed))
            })
        );
    }

    /** Asks for one of a few values; one that is not required can be left out, or has a default, which Enter takes. */
    async pick(
        title: string,
        placeholder: string,
        values: readonly unknown[],
        required: boolean,
        preset?: unknown
    ): Promise<{ value: unknown } | undefined> {
        const items: ChoiceItem[] = values.map(value => ({
            label: String(value),
            value,
            ...defaultMark(value === preset)
        }));
        const offered = required ? items : withoutAnswer(items, preset);
        const picked = await this.quickInput.showQuickPick(offered, { title, placeholder });
        return picked && { value: picked.value };
    }

    /** Asks for one of the things that exist now; what else the person types is taken as it is. */
    choose(
        title: string,
        placeholder: string,
        choices: OfferedChoices,
        required: boolean,
        preset?: unknown
    ): Promise<{ value: unknown } | undefined> {
        return new Promise(resolve => {
            const pick = this.picks.createQuickPick<ChoiceItem>({ useSeparators: false });
            const toDispose = new DisposableCollection({ dispose: () => pick.dispose() });
            const finish = (answer: { value: unknown } | undefined): void => {
                resolve(answer);
                toDispose.dispose();
            };
            const itemsFor = async (typed: string): Promise<ChoiceItem[]> => toItems(await choices(typed), typed, required, preset);
            let listedFor: string | undefined;
            const list = async (): Promise<void> => {
                // One search at a time: the one for the last key follows.
                if (pick.busy) {
                    return;
                }
                pick.busy = true;
                try {
                    while (listedFor !== pick.value && !toDispose.disposed) {
                        const typed = pick.value;
                        const items = await itemsFor(typed);
                        listedFor = typed;
                        pick.items = items;
                    }
                } finally {
                    pick.busy = false;
                }
            };
            const accept = async (): Promise<void> => {
                // Whoever types fast presses Enter before the list is there, or before its first item is marked.
                const marked = listedFor === pick.value ? (pick.selectedItems.at(0) ?? pick.activeItems.at(0)) : undefined;
                const item = marked ?? (await itemsFor(pick.value)).at(0);
                if (item) {
                    finish({ value: item.value });
                }
            };
            pick.title = title;
            pick.placeholder = placeholder;
            pick.sortByLabel = false;
            toDispose.push(pick.onDidChangeValue(() => void list()));
            toDispose.push(pick.onDidAccept(() => void accept()));
            toDispose.push(pick.onDidHide(() => finish(undefined)));
            pick.show();
            void list();
        });
    }
}

function defaultMark(isDefault: boolean): Pick<ChoiceItem, 'description'> {
    return isDefault ? { description: nls.localize('openspace/form/default', 'default') } : {};
}

/** First of all what counts when the person chooses nothing: the default where it can be chosen, else that it is left out. */
function withoutAnswer(items: readonly ChoiceItem[], preset: unknown): ChoiceItem[] {
    const byDefault = preset === undefined ? undefined : items.find(({ value }) => value === preset);
    const leaveOut = { label: nls.localize('openspace/form/skip', '(leave out)'), value: undefined };
    return byDefault ? [byDefault, ...items.filter(item => item !== byDefault)] : [leaveOut, ...items];
}

function toItems(choices: readonly ArgumentChoice[], typed: string, required: boolean, preset: unknown): ChoiceItem[] {
    const isMeant = ({ value, label }: ArgumentChoice): boolean => value === typed || label === typed;
    // Enter takes the first: what was typed in full, and not another thing whose name begins like it.
    const matching = choices
        .toSorted((one, other) => Number(isMeant(other)) - Number(isMeant(one)))
        .map(choice => ({ ...choice, ...defaultMark(choice.value === preset) }));
    const isListed = typed === '' || matching.some(isMeant);
    const asTyped = { label: typed, description: nls.localize('openspace/form/typed', 'as typed'), value: typed };
    // The list is narrowed by whoever offers it, not by the widget.
    const offered = required || typed !== '' ? matching : withoutAnswer(matching, preset);
    return [...offered, ...(isListed ? [] : [asTyped])].map(item => ({ ...item, alwaysShow: true }));
}
