/** Whatever looks like a control of the IDE, changes the look of the page, or draws where it wants. */
export const FORBIDDEN_TAGS: readonly string[] = [
    ...['form', 'input', 'button', 'textarea', 'select', 'option', 'optgroup', 'datalist', 'fieldset', 'legend', 'label', 'output'],
    ...['style', 'link', 'dialog', 'meter', 'progress', 'svg', 'math', 'template', 'slot', 'map', 'area']
];

/** What an answer needs; everything else could place, name, hide or animate an element. */
export const ALLOWED_ATTRIBUTES: readonly string[] = [
    ...['href', 'src', 'srcset', 'alt', 'title', 'lang', 'dir', 'align', 'valign', 'start', 'value', 'reversed', 'type'],
    ...['colspan', 'rowspan', 'scope', 'span', 'headers', 'cite', 'datetime', 'open', 'width', 'height', 'poster', 'srcdoc', 'data']
];

/** The only classes that markdown itself gives: the marks of code blocks. */
export const LANGUAGE_CLASS = /^language-[\w+#.-]+$/;
