import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test.each(['http://localhost:3000/', 'https://example.com/', 'http://127.0.0.1:8080/'])(
  'a unit test that requests %s is refused (R-613)',
  async (url) => {
    await expect(fetch(url)).rejects.toThrow(/network|fetch/i)
  },
)

test('no other connection is possible either, not even to this machine (R-613)', async () => {
  const [error] = (await once(connect(80, '127.0.0.1'), 'error').catch((refused: unknown) => [
    refused,
  ])) as [Error]
  expect(error.message).toBe('Unit tests have no network.')
})

test('the database of unit tests is an in-memory fake (R-613)', async () => {
  expect(indexedDB.constructor.name).toBe('FDBFactory')
})
