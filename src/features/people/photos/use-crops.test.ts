import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openCrops } from './crops.ts'
import { useCrops } from './use-crops.ts'

const picture = { width: 400, height: 200 }
const area = (x: number) => ({ x, y: 0, width: 100, height: 100 })

beforeEach(() => void vi.useFakeTimers())

function start() {
  let renders = 0
  const hook = renderHook(() => {
    renders += 1
    return useCrops()
  })
  act(() => hook.result.current.set(openCrops(picture)))
  return { current: () => hook.result.current, renders: () => renders }
}

test('crops within 50 ms are one update with the last one (R-304, R-631)', () => {
  const { current, renders } = start()
  const before = renders()
  for (const x of [1, 2, 3]) current().moved('full', area(x))
  act(() => void vi.advanceTimersByTime(49))
  expect(renders()).toBe(before)
  act(() => void vi.advanceTimersByTime(1))
  expect(renders()).toBe(before + 1)
  expect(current().crops?.full).toEqual(area(3))
})

test('saving does not wait: a pending crop is applied at once (R-304)', () => {
  const { current } = start()
  current().moved('thumbnail', area(7))
  act(() => expect(current().settle()?.thumbnail).toEqual(area(7)))
  expect(current().crops?.full).toEqual({ x: 0, y: 0, ...picture })
})
