import type { WorkerFixture } from '@playwright/test'
import { RunningServer } from './running-server.ts'

type Provide<Value> = (value: Value) => Promise<void>
type Stoppable = { stop: () => Promise<unknown> }

/** Returns a fixture that starts something once per worker process and stops it at the end. */
export const perWorker = <Value extends Stoppable>(
  start: () => Promise<Value>,
): [WorkerFixture<Value, object>, { scope: 'worker' }] => [
  async ({}, provide) => {
    const value = await start()
    await provide(value)
    await value.stop()
  },
  { scope: 'worker' },
]

/** Runs a server with these settings until the tests of its fixture have ended. */
export async function runServer(env: Record<string, string>, provide: Provide<RunningServer>) {
  const server = await RunningServer.start(env)
  await provide(server)
  await server.remove()
}

/** Options of a fixture with a server. Its first start creates the database. */
export const SERVER_FIXTURE = { scope: 'worker', timeout: 90_000 } as const
