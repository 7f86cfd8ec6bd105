import { toInit, type Reachable } from '../test-app.ts'
import { processes } from './processes.ts'
import type { Process } from './process.ts'

/**
 * Returns an interface to a server that opens a new connection for each request. A server hands new
 * connections to its processes in turn.
 */
export const inTurn = ({ origin }: Pick<Process, 'origin'>): Reachable & { origin: string } => ({
  origin,
  request: (method, path, { headers, ...options } = {}) =>
    fetch(
      origin + path,
      toInit(method, { ...options, headers: { ...headers, Connection: 'close' } }),
    ),
})

/** Returns the ids of the processes that answer requests, oldest first. */
export const workerPids = ({ pid }: Pick<Process, 'pid'>): number[] =>
  processes()
    .filter((one) => one.parent === pid && one.command.includes('main.js'))
    .map((one) => one.pid)
    .toSorted((a, b) => a - b)

/** Returns the value of a metric without labels. */
export async function metric(server: Reachable, name: string): Promise<number> {
  const text = await (await server.request('GET', '/metrics')).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}
