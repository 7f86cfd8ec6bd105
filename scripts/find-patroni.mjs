// Finds what looks after several PostgreSQL, and what it asks who leads, or installs both.
import { installedProgram, installFromDebian } from './programs.mjs'

/** `{ path }`, or nothing where one of them cannot be had. */
export function findPatroni() {
  const path =
    installed() ?? (installFromDebian(['patroni', 'etcd-server']) ? installed() : undefined)
  return path && { path }
}

const installed = () => installedProgram(['etcd']) && installedProgram(['patroni'])
