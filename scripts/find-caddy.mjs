// Finds or installs Caddy, the proxy for tests of own domains.
import { findOrInstall } from './programs.mjs'

/** Returns `{ path }`, or undefined if it cannot be installed. */
export const findCaddy = () => findOrInstall('CADDY', 'caddy')
