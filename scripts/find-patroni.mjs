// Finds or installs Patroni and etcd, for tests with a PostgreSQL cluster.
import { installedProgram, installFromDebian } from './programs.mjs'

/** Returns Patroni as `{ path }`, or undefined if it or etcd cannot be installed. */
export function findPatroni() {
  const path =
    patroniWithEtcd() ??
    (installFromDebian(['patroni', 'etcd-server']) ? patroniWithEtcd() : undefined)
  return path && { path }
}

const patroniWithEtcd = () => installedProgram(['etcd']) && installedProgram(['patroni'])
