import type { AnyRouter } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { whenFirstRowsPainted } from './first-drawn.ts'

beforeEach(() => void vi.useFakeTimers())

function mockRouter({ renders }: { renders: boolean }): AnyRouter {
  const subscribe = (_type: string, rendered: () => void) => {
    if (renders) setTimeout(rendered, 100)
    return () => undefined
  }
  return { subscribe } as unknown as AnyRouter
}

test.each([
  ['whose rows are never read', true, () => new Promise<boolean>(() => undefined)],
  ['that is never drawn', false, async () => true],
  ['whose code cannot be fetched', true, () => Promise.reject<boolean>(new Error('gone'))],
])('a first screen %s does not delay the rest', async (_what, renders, rows) => {
  const drawn = whenFirstRowsPainted(mockRouter({ renders }), rows())
  await vi.advanceTimersByTimeAsync(3000)
  await expect(drawn).resolves.toBeUndefined()
})

test('without rows nothing is delayed', async () => {
  const drawn = whenFirstRowsPainted(mockRouter({ renders: false }), Promise.resolve(false))
  await expect(drawn).resolves.toBeUndefined()
})
