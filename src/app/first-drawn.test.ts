import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstDrawn } from './first-drawn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function routerThat({ renders }: { renders: boolean }): AnyRouter {
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
])('a first screen %s does not keep the rest away', async (_what, renders, rows) => {
  const done = vi.fn<() => void>()
  void firstDrawn(routerThat({ renders }), rows()).then(done)
  await vi.advanceTimersByTimeAsync(3000)
  expect(done).toHaveBeenCalledOnce()
})

test('without rows there is nothing to wait for', async () => {
  const done = vi.fn<() => void>()
  void firstDrawn(routerThat({ renders: false }), Promise.resolve(false)).then(done)
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toHaveBeenCalledOnce()
})
