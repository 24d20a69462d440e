/** What has to be known of a tea to brew it. */
export interface Tea {
    readonly name: string;
    /** Temperature of the water, in degrees Celsius. */
    readonly celsius: number;
    /** Length of the first infusion. */
    readonly seconds: number;
    readonly gramsPerLitre: number;
}

/** Everything on the shelf. Add your own: the planner takes whatever stands here. */
export const SHELF: readonly Tea[] = [
    { name: 'assam', celsius: 98, seconds: 210, gramsPerLitre: 12 },
    { name: 'darjeeling', celsius: 92, seconds: 180, gramsPerLitre: 11 },
    { name: 'oolong', celsius: 88, seconds: 150, gramsPerLitre: 14 },
    { name: 'sencha', celsius: 75, seconds: 90, gramsPerLitre: 13 },
    { name: 'gyokuro', celsius: 60, seconds: 120, gramsPerLitre: 18 }
];

/** The tea of that name, whatever its case. */
export function findTea(name: string): Tea {
    const tea = SHELF.find(candidate => candidate.name === name.toLowerCase());
    if (tea === undefined) {
        throw new Error(`There is no ${name} on the shelf. Try one of: ${SHELF.map(({ name }) => name).join(', ')}.`);
    }
    return tea;
}
