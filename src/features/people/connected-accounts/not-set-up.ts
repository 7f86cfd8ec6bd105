import { PROVIDER_TITLES, type ConnectedTypeName } from '#contract/people/connected-accounts.ts'

/** Returns the notice shown in place of the connect button. */
export const notSetUp = (type: ConnectedTypeName) =>
  `${PROVIDER_TITLES[type]} connection isn’t set up on this server.`
