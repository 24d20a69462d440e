import { DisposableCollection, nls, QuickInputService, type QuickPickItem } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { ArgumentChoice } from './openspace-command';

interface ChoiceItem extends QuickPickItem {
    readonly value?: unknown;
}

/** What there is to choose from, for the text that the person has typed so far. */
export type OfferedChoices = (typed: string) => ArgumentChoice[] | Promise<ArgumentChoice[]>;

/** One question of the argument form. Every answer is undefined when the person pressed Escape. */
@injectable()
export class ArgumentQuestion {
    @inject(QuickInputService) protected readonly quickInput: QuickInputService;

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

    /** Asks for one of a few values; one that is not required can be left out. */
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
            ...(value === preset ? { description: nls.localize('openspace/form/default', 'default') } : {})
        }));
        const picked = await this.quickInput.showQuickPick(required ? items : [leaveOut(), ...items], { title, placeholder });
        return picked && { value: picked.value };
    }

    /** Asks for one of the things that exist now; what else the person types is taken as it is. */
    choose(title: string, placeholder: string, choices: OfferedChoices, required: boolean): Promise<{ value: unknown } | undefined> {
        return new Promise(resolve => {
            const pick = this.quickInput.createQuickPick<ChoiceItem>();
            const toDispose = new DisposableCollection({ dispose: () => pick.dispose() });
            const finish = (answer: { value: unknown } | undefined): void => {
                resolve(answer);
                toDispose.dispose();
            };
            const itemsNow = async (): Promise<ChoiceItem[]> => itemsFor(await choices(pick.value), pick.value, required);
            let listedFor: string | undefined;
            const list = async (typed: string): Promise<void> => {
                const items = await itemsNow();
                // The answer to an earlier key may come late.
                if (typed === pick.value) {
                    pick.items = items;
                    listedFor = typed;
                }
            };
            const accept = async (): Promise<void> => {
                // Whoever types fast presses Enter before the list is there, or before its first item is marked.
                const marked = listedFor === pick.value ? (pick.selectedItems.at(0) ?? pick.activeItems.at(0)) : undefined;
                const item = marked ?? (await itemsNow()).at(0);
                if (item) {
                    finish({ value: item.value });
                }
            };
            pick.title = title;
            pick.placeholder = placeholder;
            toDispose.push(pick.onDidChangeValue(typed => void list(typed)));
            toDispose.push(pick.onDidAccept(() => void accept()));
            toDispose.push(pick.onDidHide(() => finish(undefined)));
            pick.show();
            void list('');
        });
    }
}

function leaveOut(): ChoiceItem {
    return { label: nls.localize('openspace/form/skip', '(leave out)'), value: undefined };
}

function itemsFor(choices: readonly ArgumentChoice[], typed: string, required: boolean): ChoiceItem[] {
    const wanted = typed.toLowerCase();
    const isMeant = ({ value, label }: ArgumentChoice): boolean => value === typed || label === typed;
    const matching = choices
        .filter(({ value, label }) => `${label} ${value}`.toLowerCase().includes(wanted))
        // Enter takes the first: what was typed in full, and not another thing whose name begins like it.
        .sort((one, other) => Number(isMeant(other)) - Number(isMeant(one)));
    const isListed = typed === '' || matching.some(isMeant);
    const asTyped = { label: typed, description: nls.localize('openspace/form/typed', 'as typed'), value: typed };
    // The list is narrowed here, not by the widget.
    return [...(required || typed !== '' ? [] : [leaveOut()]), ...matching, ...(isListed ? [] : [asTyped])].map(item => ({
        ...item,
        alwaysShow: true
    }));
}
