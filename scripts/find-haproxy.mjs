// Finds or installs HAProxy, the proxy for tests with two servers.
import { findOrInstall } from './programs.mjs'

/**
 * Returns `{ path }`, or undefined if it cannot be installed. Debian installs it into a folder that
 * is only in root's PATH.
 */
export const findHaproxy = () =>
  findOrInstall('HAPROXY', 'haproxy', { files: ['/usr/sbin/haproxy'] })
