import { FlakyNetwork } from './flaky-network.ts'
import { test as base } from './test.ts'

/** As `test`, but the browser reaches the server through a network that a test may spoil. */
export const test = base.extend<{ front: FlakyNetwork }, { network: FlakyNetwork }>({
  network: [
    async ({}, provide) => {
      const front = await FlakyNetwork.start()
      await provide(front)
      await front.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ network }, provide) => provide(await network.open()),
    { scope: 'worker', timeout: 90_000 },
  ],
  // Whoever opens it needs what is behind it.
  baseURL: async ({ network, server: _behind }, provide) => provide(network.origin),
  front: async ({ network }, provide) => {
    await provide(network)
    network.clear()
  },
})

export { expect } from '@playwright/test'
