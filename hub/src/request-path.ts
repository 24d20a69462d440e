/** The path of a request without its query. Only the path is logged: the query is where a careless client might put its token. */
export function requestPath({ url = '' }: { readonly url?: string }): string {
    const query = url.indexOf('?');
    return query < 0 ? url : url.slice(0, query);
}
