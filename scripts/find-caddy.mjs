// Finds or installs Caddy, the proxy for tests of own domains.
import { installedProgram, installFromDebian, programFromSetting } from './programs.mjs'

/** Returns `{ path }`, or undefined if it cannot be installed. */
export function findCaddy() {
  const named = programFromSetting('CADDY')
  if (named) return named
  const path = installed() ?? (installFromDebian(['caddy']) ? installed() : undefined)
  return path && { path }
}

const installed = () => installedProgram(['caddy'])
