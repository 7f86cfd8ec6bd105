import { expect, test } from 'vitest'
import { freePort } from '#support/server/free-port.ts'

/** Number of ports requested. The system has about 30,000, so it returns some of them twice. */
const MANY = 2000

test('every port is given once', async () => {
  const given: number[] = []
  // oxlint-disable-next-line no-await-in-loop -- each is free again before the next is asked for
  while (given.length < MANY) given.push(await freePort())
  expect(new Set(given).size).toBe(MANY)
})
