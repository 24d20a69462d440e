import { nls } from '@theia/core/lib/common';
import React from '@theia/core/shared/react';
import type { OpenQuestionContent } from './open-question-content';

const LONGEST_ANSWER = 5000;

interface OwnAnswerProps {
    readonly question: OpenQuestionContent;
    /** Whether the agent still waits for the answer. */
    readonly isOpen: boolean;
}

/** Where the person answers a question in words that it does not offer, and what they were afterwards. */
export function OwnAnswer({ question, isOpen }: OwnAnswerProps): React.ReactNode {
    const [text, setText] = React.useState('');
    const form = React.useRef<HTMLFormElement>(null);
    React.useEffect(() => {
        // The list of messages around it takes Enter and the arrow keys for itself.
        const keep = (event: Event): void => event.stopPropagation();
        form.current?.addEventListener('keydown', keep);
    }, [isOpen]);
    if (question.words !== undefined) {
        return <p className="openspace-own-answer">{nls.localize('openspace/question/answered', 'Your answer: {0}', question.words)}</p>;
    }
    const words = text.trim();
    const label = question.multiSelect
        ? nls.localize('openspace/question/ownWordsInstead', 'Or answer in your own words instead')
        : nls.localize('openspace/question/ownWords', 'Or answer in your own words');
    return (
        isOpen && (
            <form
                ref={form}
                className="openspace-own-answer"
                onSubmit={event => {
                    event.preventDefault();
                    if (words !== '') {
                        question.answerInWords(words);
                    }
                }}
            >
                <input
                    className="theia-input"
                    value={text}
                    aria-label={label}
                    placeholder={label}
                    maxLength={LONGEST_ANSWER}
                    onChange={({ target }) => setText(target.value)}
                />
                <button type="submit" className="theia-button secondary" disabled={words === ''}>
                    {nls.localize('openspace/question/answer', 'Answer')}
                </button>
            </form>
        )
    );
}
