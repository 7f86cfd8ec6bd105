import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { openEdit, save, tab } from '#support/window/edit-link.tsx'
import { aLink, answers, type Respond } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { fireEvent, press, screen, userEvent, waitFor } from '#support/window/on-screen.ts'

signInPerTest()

async function openSettings(more: Partial<ShortLink> = {}, respond?: Respond) {
  const app = await openEdit(aLink('Oak lamp', more), respond && { respond })
  await userEvent.click(await tab('Settings'))
  const sent = async () => {
    await userEvent.click(save())
    await waitFor(() => expect(app.saves()).toHaveLength(1))
    return app.saves()[0]?.body
  }
  return { ...app, sent }
}

const refuse: Respond = ({ method }) =>
  method === 'PATCH'
    ? answers.json({ errors: { fallback_url: ['This is already a short link.'] } }, 400)
    : undefined

const ends = () => screen.getByLabelText<HTMLInputElement>(/^Ends/)
const fallback = () => screen.getByLabelText<HTMLInputElement>(/^Then go to/)
const passOn = () => screen.getByRole('switch', { name: 'Forward extra parameters' })
const type = (value: string) => fireEvent.change(ends(), { target: { value } })

test('end, fallback and switch are sent in the form of the API: UTC, with a scheme', async () => {
  const { sent } = await openSettings()
  type('2031-05-01T09:05')
  await userEvent.type(fallback(), 'next.example/shop')
  await userEvent.click(passOn())
  expect(await sent()).toMatchObject({
    expires_at: new Date(2031, 4, 1, 9, 5).toISOString(),
    fallback_url: 'http://next.example/shop/',
    pass_query: true,
  })
})

test('unchanged fields are not sent', async () => {
  const { sent } = await openSettings({
    expires_at: '2031-05-01T10:00:30.500Z',
    fallback_url: 'https://next.example/',
    pass_query: true,
  })
  const source = screen.getByLabelText('Source')
  await userEvent.click(ends())
  await userEvent.type(source, 'story')
  expect(Object.keys((await sent()) ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/expires_at|fallback_url|pass_query/)]),
  )
})

test('Clear removes the end, and the fallback can be emptied', async () => {
  const { sent } = await openSettings({
    expires_at: '2031-05-01T10:00:00.000Z',
    fallback_url: 'https://next.example/',
  })
  await press('Clear')
  expect(ends().value).toBe('')
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  await userEvent.clear(fallback())
  expect(await sent()).toMatchObject({ expires_at: null, fallback_url: '' })
})

test('an incomplete date is an error at its field and tab, before anything is sent', async () => {
  const { saves } = await openSettings()
  // Validity that Chromium reports for `05/01/----`.
  Object.defineProperty(ends(), 'validity', { value: { badInput: true } })
  fireEvent.blur(ends())
  await userEvent.click(save())
  expect(await screen.findByText('Enter a date and a time.')).toBeTruthy()
  expect(await tab('Settings 1 error')).toBeTruthy()
  expect(ends().getAttribute('aria-invalid')).toBe('true')
  expect(saves()).toEqual([])
})

test('a refused fallback is an error at its field and tab, and stays typed', async () => {
  await openSettings({}, refuse)
  await userEvent.type(fallback(), 'split.example/s/lamp')
  await userEvent.click(await tab('Tags'))
  await userEvent.click(save())
  expect(await screen.findByText('This is already a short link.')).toBeTruthy()
  expect(await tab('Settings 1 error')).toBeTruthy()
  expect(fallback().value).toBe('split.example/s/lamp')
  expect(document.activeElement).toBe(fallback())
})

test('an end in the past says what that means, and another time zone is named', async () => {
  await openSettings()
  // Of the start and of the end.
  expect(screen.getAllByText(/^In your time, /)).toHaveLength(2)
  type('2020-05-01T09:05')
  expect(
    screen.getByText('This time has passed, so the link no longer leads to its target.'),
  ).toBeTruthy()
})
