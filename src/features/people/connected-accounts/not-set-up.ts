import { PROVIDER_TITLES, type ConnectedTypeName } from '#contract/connected-accounts.ts'

/** Said where a way to connect would be (D-33). */
export const notSetUp = (type: ConnectedTypeName) =>
  `${PROVIDER_TITLES[type]} connection isn’t set up on this server.`
