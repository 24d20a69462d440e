import type { QuestionResponseContent } from '@theia/ai-chat/lib/common';
import React from '@theia/core/shared/react';
import type { ChatMarkdown } from '../markdown/chat-markdown';

/** Where Theia shows the text of a question, and opens what is clicked in it. */
const TEXT_SELECTOR = '.theia-QuestionPartRenderer-question';

/** Shows the text of a question like that of an answer, with nothing that is loaded from outside, in the place that Theia has for it. */
export function SafeQuestionText({
    question: { question: text, selectedOptions },
    markdown,
    children
}: React.PropsWithChildren<{ question: QuestionResponseContent; markdown: ChatMarkdown }>): React.JSX.Element {
    const place = React.useRef<HTMLDivElement>(null);
    const isAnswered = selectedOptions !== undefined;
    React.useEffect(
        () => place.current?.querySelector(TEXT_SELECTOR)?.replaceChildren(markdown.render(text)),
        [text, markdown, isAnswered]
    );
    return <div ref={place}>{children}</div>;
}

/** The same question for Theia's renderer, which would let the person load what the text asks for. */
export function withoutText(question: QuestionResponseContent): QuestionResponseContent {
    return new Proxy(question, {
        get: (target, name): unknown => (name === 'question' ? '' : Reflect.get(target, name)),
        set: (target, name, value) => Reflect.set(target, name, value)
    });
}
