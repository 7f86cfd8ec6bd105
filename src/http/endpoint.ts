let root: string = import.meta.env.VITE_ENDPOINT_ROOT ?? ''

/** Where the API is; empty means this origin. No slash at the end. */
export const endpointRoot = () => root

export const setEndpointRoot = (next: string) => {
  root = next.replace(/\/+$/, '')
}
