import { expect, test } from 'vitest'
import { showSavedCopy } from '#support/window/connection.ts'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import {
  ADD,
  LIST,
  PREFIX,
  INSTAGRAM,
  SHOP,
  TIKTOK,
  serveSocial,
  showSocial,
  button,
  press,
  closed,
  choose,
  handleField,
  removeCall,
} from '#support/window/social-links.ts'
import { screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { SocialLinks } from './social-links.tsx'

signInPerTest()

const show = (Widget = () => <SocialLinks />, address?: string) => showSocial(Widget, address)

const removing = async () => {
  await press('Other, ana.example/shop, edit')
  await press('Remove')
  return within(await screen.findByRole('alertdialog', { name: 'Remove this link?' }))
}

test('a link is removed after a confirmation; then the popup closes and its icon is gone (R-334)', async () => {
  const api = serveSocial([INSTAGRAM, SHOP], {
    [removeCall(SHOP)]: () => new Response(null, { status: 204 }),
  })
  await show()
  const question = await removing()
  await userEvent.click(question.getByRole('button', { name: 'Keep' }))
  expect(api.sentTo(removeCall(SHOP))).toEqual([])
  await press('Remove')
  api.change({ [LIST]: { results: [INSTAGRAM] } })
  const again = within(await screen.findByRole('alertdialog'))
  await userEvent.click(again.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByLabelText('Other, ana.example/shop, edit')).toBeNull())
  await closed()
  expect(api.sentTo(removeCall(SHOP))).toHaveLength(1)
  expect(await button('Instagram, ana.example, edit')).toBeTruthy()
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Add social media'),
  )
})

test('removing a link that was removed elsewhere succeeds', async () => {
  const api = serveSocial([SHOP], { [removeCall(SHOP)]: () => json({}, 404) })
  await show()
  const question = await removing()
  api.change({ [LIST]: { results: [] } })
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await closed()
  expect((await button('Add social media')).textContent).toBe('Add social media')
})

test('a link that could not be removed stays, with a message', async () => {
  serveSocial([SHOP], { [removeCall(SHOP)]: () => json({}, 500) })
  await show()
  const question = await removing()
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Couldn’t remove ana.example/shop. Try again.')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Edit link' })).toBeTruthy()
})

test('offline links are read from this device, and adding one explains why it fails and keeps the input (D-105)', async () => {
  const api = serveSocial([INSTAGRAM], { [ADD]: () => json(TIKTOK, 201) })
  const { store, unmount } = await show()
  await choose('TikTok')
  await userEvent.type(await handleField(), 'ana')
  showSavedCopy(store)
  unmount()
  fakeApi({ [LIST]: noConnection, [PREFIX]: noConnection })
  const again = await show()
  showSavedCopy(again.store)
  expect(await button('Instagram, ana.example, edit')).toBeTruthy()
  await choose('TikTok')
  expect((await handleField()).value).toBe('ana')
  await userEvent.type(await handleField(), '{Enter}')
  await screen.findByText('This needs a connection. What you typed is kept on this device.')
  expect((await handleField()).value).toBe('ana')
  expect(api.sentTo(ADD)).toEqual([])
})

test('after a lost answer the request is repeated with the same key', async () => {
  const keys: (string | null)[] = []
  const api = serveSocial([], { [ADD]: noConnection })
  const real = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init)
    if (request.method === 'POST') keys.push(request.headers.get('Idempotency-Key'))
    return real(request)
  }
  await show()
  await choose('Instagram')
  await userEvent.type(await handleField(), 'ana.example{Enter}')
  expect(await screen.findByText(/^Couldn’t add this/)).toBeTruthy()
  api.change({ [ADD]: () => json(INSTAGRAM, 201), [LIST]: { results: [INSTAGRAM] } })
  await userEvent.type(await handleField(), '{Enter}')
  await closed()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('an old address of a removed link opens nothing', async () => {
  serveSocial([INSTAGRAM])
  const { history } = await show(undefined, '/somewhere?social=99')
  await button('Instagram, ana.example, edit')
  await waitFor(() => expect(history.location.search).toBe(''))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a list that failed to load says so and can be loaded again', async () => {
  const api = serveSocial([], { [LIST]: () => json({}, 500) })
  await show()
  expect(await screen.findByText('Couldn’t load your social links')).toBeTruthy()
  api.change({ [LIST]: { results: [INSTAGRAM] } })
  await press('Try again')
  expect(await button('Instagram, ana.example, edit')).toBeTruthy()
})

test('a type known only to a newer server is shown as an address (offline 34)', async () => {
  serveSocial([{ ...SHOP, account_type: 9 as never }])
  await show()
  expect(await button('Other, ana.example/shop, edit')).toBeTruthy()
})
