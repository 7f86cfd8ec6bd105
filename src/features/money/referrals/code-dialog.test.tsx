import { expect, test, vi } from 'vitest'
import type { ReferralLink } from '#contract/money/referrals.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { press, screen, userEvent, within } from '#support/window/on-screen.ts'
import { ReferScreen } from './refer-screen.tsx'

signInPerTest()

const FREE = 'GET /v2/my/referrals/links/available/'
const ADD = 'POST /v2/my/referrals/links/'

const linkOf = (code: string): ReferralLink => ({
  id: code.length,
  code,
  url: `https://split.example/r/${code}`,
  is_creator: null,
  clicks: 0,
  signups: 0,
  created_at: '2026-05-01T10:00:00.000Z',
})

/** Opens the dialog for a creator with the code `x7k2`. `ana` is taken. */
async function open() {
  const server = fakeApi({
    'GET /v2/my/referrals/links/latest/': { result: linkOf('x7k2') },
    [FREE]: ({ query }) => {
      const code = query.get('code')
      return { code, available: code !== 'ana' }
    },
    [ADD]: ({ body }) => json({ result: linkOf(String(body['code'])) }, 201),
  })
  const app = await renderAt('/refer', '/refer', ReferScreen)
  const user = userEvent.setup()
  await press('Choose your own code')
  const dialog = within(await screen.findByRole('dialog', { name: 'Your own code' }))
  return { ...app, server, user, dialog, field: dialog.getByLabelText<HTMLInputElement>('Code') }
}
const said = (text: string) =>
  vi.waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0))

test('the form says while typing whether a code is free, and the shared link has it at once (A-119)', async () => {
  const { server, user, dialog, field, history } = await open()
  await user.type(field, 'ana')
  await said('This code is taken. Try another.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.type(field, '-Lamps')
  await said('split.example/r/ana-lamps is free')
  expect(field.getAttribute('aria-invalid')).toBe(null)
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('link', { name: 'split.example/r/ana-lamps' })).toBeTruthy()
  expect(server.sentTo(ADD)).toEqual([{ code: 'ana-lamps', is_creator: null }])
  expect(history.location.search).toBe('')
  expect(dialog.queryByLabelText('Code')).toBe(null)
  const whatsapp = screen.getByRole('link', { name: 'Whatsapp' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(whatsapp)).toContain('https://split.example/r/ana-lamps')
})

test('an invalid code is an error at its field, and no request is sent', async () => {
  const { server, user, dialog, field } = await open()
  await user.type(field, 'a b')
  await said('Use 3 to 30 letters, digits and hyphens.')
  await user.click(dialog.getByRole('button', { name: 'Use this code' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
  await user.clear(field)
  await user.type(field, 'X7K2')
  await said('This is your code now.')
  expect(server.sentTo(FREE)).toEqual([])
  expect(server.sentTo(ADD)).toEqual([])
})

test('a code taken meanwhile is an error, and the input stays', async () => {
  const { server, user, dialog, field } = await open()
  server.change({
    [ADD]: json({ errors: { code: ['This code is taken. Try another.'] } }, 400),
  })
  await user.type(field, 'benny')
  await said('split.example/r/benny is free')
  await user.click(dialog.getByRole('button', { name: 'Use this code' }))
  await said('This code is taken. Try another.')
  expect(field.value).toBe('benny')
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
})
