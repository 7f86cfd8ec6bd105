// Finds the proxy that two servers are tried behind, or installs it.
import { installedProgram, installFromDebian, programFromSetting } from './programs.mjs'

/** `{ path }`, or nothing where it cannot be had. */
export function findHaproxy() {
  const named = programFromSetting('HAPROXY')
  if (named) return named
  const path = installed() ?? (installFromDebian(['haproxy']) ? installed() : undefined)
  return path && { path }
}

// Debian has it where only root's path leads.
const installed = () => installedProgram(['haproxy'], ['/usr/sbin/haproxy'])
