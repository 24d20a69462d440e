/** Whether a host name or address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
    return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
