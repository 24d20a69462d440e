/** One thing that an agent's action changed, which can be taken back and made again. Made by whoever changes it. */
export interface UndoStep {
    /**
     * Takes the change back, or makes it again, as far as the person has not changed the same thing since. Answers what was done in a
     * sentence, or undefined when nothing had to be.
     *
     * @throws CommandError that says why it must not be; nothing has changed then
     */
    setUndone(undone: boolean): Promise<string | undefined>;
}
