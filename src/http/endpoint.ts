let root: string = import.meta.env.VITE_ENDPOINT_ROOT ?? ''

/** Where the API is; empty means this origin. No slash at the end. */
export const endpointRoot = () => root

export const setEndpointRoot = (next: string) => {
  root = next.replace(/\/+$/, '')
}

/** The server gives addresses of its own without a host: what a browser is to ask has the API's. */
export const serverAddress = (address: string) =>
  address.startsWith('/') ? root + address : address
