import { expect, test, vi } from 'vitest'
import { ApiError } from '#http/error.ts'
import type { Emptiness } from '#live/read/use-emptiness.ts'
import { press, render } from '#support/window/on-screen.ts'
import { ListState } from './list-state.tsx'

const refresh = vi.fn<() => Promise<void>>(async () => undefined)

function show(emptiness: Emptiness, rows?: string[], error: ApiError | null = null) {
  render(
    <ListState
      what="links"
      rows={rows}
      emptiness={emptiness}
      list={{ error, refreshing: false, refresh }}
      loading={<p>Loading</p>}
      empty={<p>Create your first link</p>}
    >
      {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
    </ListState>,
  )
  return document.body.textContent
}

test.each<[Emptiness, string]>([
  ['loading', 'Loading'],
  ['unsaved', 'Nothing saved on this device yet'],
  ['none-here', 'No links on this device yet'],
  ['none', 'Create your first link'],
])('without rows, %s shows “%s”', (emptiness, text) => {
  expect(show(emptiness)).toContain(text)
})

test('existing rows are shown in every state', () => {
  expect(show('failed', ['Lamp', 'Oak'])).toBe('LampOak')
})

test('an empty list has no rows, loaded or not', () => {
  expect(show('none', [])).toBe('Create your first link')
})

test('a failed list shows the reason and can be retried', async () => {
  expect(show('failed', undefined, new ApiError('unknown'))).toContain('The server did not answer.')
  await press('Try again')
  expect(refresh).toHaveBeenCalledOnce()
})
