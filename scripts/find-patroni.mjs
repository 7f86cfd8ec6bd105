// Finds the program that looks after several PostgreSQL, or installs it: its settings are checked by itself.
import { installedProgram, installFromDebian } from './programs.mjs'

/** `{ path }`, or nothing where it cannot be had. */
export function findPatroni() {
  const path = installed() ?? (installFromDebian(['patroni']) ? installed() : undefined)
  return path && { path }
}

const installed = () => installedProgram(['patroni'])
