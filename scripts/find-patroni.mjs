// Finds or installs Patroni and etcd, for tests with a PostgreSQL cluster.
import { installedProgram, installFromDebian } from './programs.mjs'

/** Returns `{ path }`, or undefined if one of them cannot be installed. */
export function findPatroni() {
  const path =
    installed() ?? (installFromDebian(['patroni', 'etcd-server']) ? installed() : undefined)
  return path && { path }
}

const installed = () => installedProgram(['etcd']) && installedProgram(['patroni'])
