import type { IQuickPick, IQuickPickItem } from '@theia/monaco-editor-core/esm/vs/platform/quickinput/common/quickInput';

/** Lists of the palette that can keep the order of their items. Implemented by Monaco: those of `QuickInputService` sort by what is typed. */
export const OrderedPicks = Symbol('OrderedPicks');
export interface OrderedPicks {
    createQuickPick<T extends IQuickPickItem>(options: { useSeparators: false }): IQuickPick<T>;
}
