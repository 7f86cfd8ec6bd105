let root: string = import.meta.env.VITE_ENDPOINT_ROOT ?? ''

/** Returns the root address of the API, without a final slash. Empty means this origin. */
export const endpointRoot = () => root

export const setEndpointRoot = (next: string) => {
  root = next.replace(/\/+$/, '')
}

/** Adds the API's host to an address that the server sent without one. */
export const serverAddress = (address: string) =>
  address.startsWith('/') ? root + address : address
