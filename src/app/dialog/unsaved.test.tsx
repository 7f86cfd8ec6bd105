import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#support/window/render-at.tsx'
import { useUnsaved, hasUnsaved } from './unsaved.ts'

const QUESTION = 'You have unsaved changes. Are you sure you want to leave?'
const discarded = vi.fn<(what: string) => void>()

function Field({ name, within }: { name: string; within: 'dialog' | 'screen' }) {
  const [typed, type] = useState(false)
  const letGo = useUnsaved(
    typed,
    () => {
      type(false)
      discarded(name)
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

beforeEach(() => void vi.stubGlobal('scrollTo', () => undefined))

const open = () => renderAt('/profile', '/profile', Both)
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())
const findQuestion = () => screen.findByText(QUESTION)
const expectNoQuestion = () => expect(screen.queryByText(QUESTION)).toBeNull()

test('leaving without changes does not ask', async () => {
  const { history } = await open()
  act(() => history.push('/more'))
  expect(history.location.pathname).toBe('/more')
})

test('leaving a screen with changes asks, opening a dialog over it does not (R-193)', async () => {
  const { history } = await open()
  press('Type a profile')
  act(() => history.push('/profile?dialog=rename'))
  await waitFor(() => expect(history.location.search).toBe('?dialog=rename'))
  expectNoQuestion()
  act(() => history.push('/more'))
  await findQuestion()
  press('Cancel')
  await waitFor(expectNoQuestion)
  expect(history.location.pathname).toBe('/profile')
  expect(discarded).not.toHaveBeenCalled()
})

test('one question covers all unsaved changes; OK discards them (R-194)', async () => {
  const { history, store } = await open()
  press('Type a profile')
  press('Type a tag')
  expect(store.get(hasUnsaved)).toBe(true)
  act(() => history.push('/more'))
  await findQuestion()
  press('OK')
  await waitFor(() => expect(history.location.pathname).toBe('/more'))
  expect(discarded.mock.calls).toEqual([['profile'], ['tag']])
  expect(store.get(hasUnsaved)).toBe(false)
})

test('saved changes do not cause a question before the next render', async () => {
  const { history } = await open()
  press('Type a tag')
  press('Save the tag')
  act(() => history.push('/more'))
  await waitFor(() => expect(history.location.pathname).toBe('/more'))
  expectNoQuestion()
})
