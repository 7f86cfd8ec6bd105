/** Message of the page that receives the result of a sign-in. */
export type SignedInMessage = { signedIn: string }

export const isSignedInMessage = (message: unknown): message is SignedInMessage =>
  typeof (message as Partial<SignedInMessage> | null)?.signedIn === 'string'

/** Name of the connection that a window of the extension holds while it is open. */
export const WINDOW_PORT = 'window'
/** Message on that connection after a link was created. */
export const LINK_CREATED = 'link-created'

/** Query parameter of the popup with the address to link, if it is not that of the tab. */
export const ADDRESS_PARAM = 'address'
