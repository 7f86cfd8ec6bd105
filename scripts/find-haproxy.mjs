// Finds or installs HAProxy, the proxy for tests with two servers.
import { installedProgram, installFromDebian, programFromSetting } from './programs.mjs'

/** Returns `{ path }`, or undefined if it cannot be installed. */
export function findHaproxy() {
  const named = programFromSetting('HAPROXY')
  if (named) return named
  const path = installed() ?? (installFromDebian(['haproxy']) ? installed() : undefined)
  return path && { path }
}

// Debian installs it into a folder that is only in root's PATH.
const installed = () => installedProgram(['haproxy'], ['/usr/sbin/haproxy'])
