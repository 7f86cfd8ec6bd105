// Finds the proxy that own domains are tried behind, or installs it.
import { installedProgram, installFromDebian, programFromSetting } from './programs.mjs'

/** `{ path }`, or nothing where it cannot be had. */
export function findCaddy() {
  const named = programFromSetting('CADDY')
  if (named) return named
  const path = installed() ?? (installFromDebian(['caddy']) ? installed() : undefined)
  return path && { path }
}

const installed = () => installedProgram(['caddy'])
