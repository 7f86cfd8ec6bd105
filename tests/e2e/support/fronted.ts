import { FlakyNetwork } from './flaky-network.ts'
import { perWorker, SERVER_FIXTURE } from './per-worker.ts'
import { test as base } from './test.ts'

/** Extends `test` with a proxy that tests can disturb, between the browser and the server. */
export const test = base.extend<{ front: FlakyNetwork }, { network: FlakyNetwork }>({
  network: perWorker(() => FlakyNetwork.start()),
  server: [async ({ network }, provide) => provide(await network.open()), SERVER_FIXTURE],
  // `server` is listed so that it starts before the proxy is used.
  baseURL: async ({ network, server: _behind }, provide) => provide(network.origin),
  front: async ({ network }, provide) => {
    await provide(network)
    network.clear()
  },
})

export { expect } from '@playwright/test'
