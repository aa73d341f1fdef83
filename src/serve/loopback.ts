/** Whether a host to listen on reaches this machine alone. A name that merely begins like an address, `127.example.org`, does not. */
export const isLoopback = (host: string): boolean => /^(localhost|::1|127(\.\d{1,3}){3})$/.test(host);
