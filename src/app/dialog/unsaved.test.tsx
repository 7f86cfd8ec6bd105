import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#support/window/render-at.tsx'
import { useUnsaved, wouldLose } from './unsaved.ts'

const QUESTION = 'You have unsaved changes. Are you sure you want to leave?'
const lost = vi.fn<(what: string) => void>()

function Field({ name, within }: { name: string; within: 'dialog' | 'screen' }) {
  const [typed, type] = useState(false)
  const letGo = useUnsaved(
    typed,
    () => {
      type(false)
      lost(name)
    },
    within,
  )
  return (
    <>
      <button type="button" onClick={() => type(true)}>
        Type a {name}
      </button>
      <button type="button" onClick={letGo}>
        Save the {name}
      </button>
    </>
  )
}

const Both = () => (
  <>
    <Field name="profile" within="screen" />
    <Field name="tag" within="dialog" />
  </>
)

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined))
afterEach(() => vi.unstubAllGlobals())

const open = () => renderAt('/profile', '/profile', Both)
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())
const asked = () => screen.findByText(QUESTION)
const notAsked = () => expect(screen.queryByText(QUESTION)).toBeNull()

test('nothing typed: nobody is asked', async () => {
  const { history } = await open()
  act(() => history.push('/more'))
  expect(history.location.pathname).toBe('/more')
})

test('what is on the screen is lost with the screen, not with what lies over it (R-193)', async () => {
  const { history } = await open()
  press('Type a profile')
  act(() => history.push('/profile?dialog=rename'))
  await waitFor(() => expect(history.location.search).toBe('?dialog=rename'))
  notAsked()
  act(() => history.push('/more'))
  await asked()
  press('Cancel')
  await waitFor(notAsked)
  expect(history.location.pathname).toBe('/profile')
  expect(lost).not.toHaveBeenCalled()
})

test('one question for everything that would be lost; OK gives all of it up (R-194)', async () => {
  const { history, store } = await open()
  press('Type a profile')
  press('Type a tag')
  expect(store.get(wouldLose)).toBe(true)
  act(() => history.push('/more'))
  await asked()
  press('OK')
  await waitFor(() => expect(history.location.pathname).toBe('/more'))
  expect(lost.mock.calls).toEqual([['profile'], ['tag']])
  expect(store.get(wouldLose)).toBe(false)
})

test('what has just been saved is let go before the screen has drawn it', async () => {
  const { history } = await open()
  press('Type a tag')
  press('Save the tag')
  act(() => history.push('/more'))
  await waitFor(() => expect(history.location.pathname).toBe('/more'))
  notAsked()
})
