import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '#http/error.ts'
import { useAttemptKeys } from './use-attempt-keys.ts'

/** Sends each input in turn with the given answer. Returns the idempotency keys that were used. */
async function sentKeys(tries: [input: object, answer: 'done' | number | 'unknown'][]) {
  const { result } = renderHook(() => useAttemptKeys())
  const keys: string[] = []
  for (const [input, answer] of tries) {
    const sent = result.current(input, async (key) => {
      keys.push(key)
      if (answer !== 'done') throw new ApiError(answer)
    })
    await sent.catch(() => undefined)
  }
  return keys
}

test.each(['unknown', 500, 503] as const)(
  'after %s the same form goes again under the same key, another one under its own',
  async (answer) => {
    const [first, other, again] = await sentKeys([
      [{ name: 'a' }, answer],
      [{ name: 'b' }, answer],
      [{ name: 'a' }, 'done'],
    ])
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  },
)

test.each([400, 409])(
  'a refusal of %i is not asked for again: what was in the way may be gone',
  async (answer) => {
    const [first, again] = await sentKeys([
      [{ name: 'a' }, answer],
      [{ name: 'a' }, 'done'],
    ])
    expect(again).not.toBe(first)
  },
)

test('the same values get a new key after a success', async () => {
  const [first, again] = await sentKeys([
    [{ name: 'a' }, 'done'],
    [{ name: 'a' }, 'done'],
  ])
  expect(again).not.toBe(first)
})
