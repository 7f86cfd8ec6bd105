import { expect, test } from 'vitest'
import { json } from '#support/window/fake-api.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import {
  ADD,
  LIST,
  PREFIX,
  INSTAGRAM,
  SHOP,
  TIKTOK,
  serveSocial,
  refusing,
  showSocial,
  button,
  press,
  popup,
  closed,
  choose,
  handleField,
  urlField,
  editCall,
} from '#support/window/social-links.ts'
import { screen, userEvent, within } from '#support/window/on-screen.ts'
import { SocialLinks } from './social-links.tsx'

signInPerTest()

const show = (Widget = () => <SocialLinks />, address?: string) => showSocial(Widget, address)

test('without links a prompt is shown (R-319)', async () => {
  serveSocial([])
  await show()
  expect((await button('Add social media')).textContent).toBe('Add social media')
  expect(screen.queryByRole('list')).toBeNull()
})

test('the prompt can have another text (R-319)', async () => {
  serveSocial([])
  await show(() => <SocialLinks prompt="Where else are you?" />)
  expect((await button('Where else are you?')).textContent).toBe('Where else are you?')
  expect(screen.queryByText('Add social media')).toBeNull()
})

test('links are shown as icons with a button to add more (R-320)', async () => {
  serveSocial([INSTAGRAM, SHOP])
  await show()
  await button('Instagram, ana.example, edit')
  const all = within(screen.getByRole('list', { name: 'Social media' })).getAllByRole('button')
  expect(all.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Instagram, ana.example, edit',
    'Other, ana.example/shop, edit',
    'Add social media',
  ])
  expect(all[0]?.innerHTML).toContain('/icons/social-instagram.svg')
})

test.each([[[]], [[INSTAGRAM]]])('the menu has the four types (R-321, R-325)', async (links) => {
  serveSocial(links)
  await show()
  await press('Add social media')
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Instagram',
    'TikTok',
    'YouTube',
    'Other',
  ])
})

test('a handle is sent after its prefix; then the popup closes and its icon is shown (R-322, R-326, R-328, R-332)', async () => {
  const api = serveSocial([INSTAGRAM], { [ADD]: () => json(TIKTOK, 201) })
  const { history } = await show()
  await choose('TikTok')
  const dialog = await popup('Add TikTok')
  expect(history.location.search).toContain('social=tiktok')
  expect(dialog.getByText('tiktok.com/@')).toBeTruthy()
  await userEvent.type(await handleField(), '@ana')
  api.change({ [LIST]: { results: [INSTAGRAM, TIKTOK] } })
  await userEvent.click(dialog.getByRole('button', { name: 'Add TikTok' }))
  expect(await button('TikTok, ana, edit')).toBeTruthy()
  await closed()
  expect(api.sentTo(ADD)).toEqual([{ account_url: 'https://www.tiktok.com/@ana' }])
  expect(history.location.search).toBe('')
})

test('prefixes come from the server (R-324, R-326)', async () => {
  const api = serveSocial([], {
    [PREFIX]: { results: [{ account_type: 1, url_prefix: 'https://ig.example/' }] },
    [ADD]: () => json(INSTAGRAM, 201),
  })
  await show()
  await choose('Instagram')
  expect(await screen.findByText('ig.example/')).toBeTruthy()
  await userEvent.type(await handleField(), 'me{Enter}')
  await closed()
  expect(api.sentTo(ADD)).toEqual([{ account_url: 'https://ig.example/me' }])
})

test('a whole address is shown without the prefix, and gets no second one (D-32)', async () => {
  const api = serveSocial([], { [ADD]: () => json(INSTAGRAM, 201) })
  await show()
  await choose('Instagram')
  await userEvent.click(await handleField())
  await userEvent.paste('https://instagram.com/ana.example?igsh=1')
  expect(screen.queryByText('instagram.com/')).toBeNull()
  await userEvent.keyboard('{Enter}')
  await closed()
  expect(api.sentTo(ADD)).toEqual([{ account_url: 'https://www.instagram.com/ana.example' }])
})

test('any other address is sent as typed (R-327, R-329)', async () => {
  const api = serveSocial([], { [ADD]: () => json(SHOP, 201) })
  await show()
  await choose('Other')
  await popup('Add link')
  await userEvent.type(await urlField(), 'https://Ana.example/shop?x=1{Enter}')
  await closed()
  expect(api.sentTo(ADD)).toEqual([{ account_url: 'https://Ana.example/shop?x=1' }])
})

test('an error about the address is at its field, and the input stays (R-330, R-130)', async () => {
  serveSocial([SHOP], {
    [editCall(SHOP)]: refusing({ account_url: ['Not this one.', 'Nor that.'] }),
  })
  await show()
  await press('Other, ana.example/shop, edit')
  const field = await urlField()
  await userEvent.clear(field)
  await userEvent.type(field, 'htps:/ana.example{Enter}')
  expect(await screen.findByText('Not this one.')).toBeTruthy()
  expect(screen.queryByText('Nor that.')).toBeNull()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('htps:/ana.example')
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, '/')
  expect(screen.queryByText('Not this one.')).toBeNull()
})

test('an error without a field is a message that can be closed (R-331)', async () => {
  serveSocial([INSTAGRAM], {
    [ADD]: refusing({ non_field_errors: ['You already have this link.'] }),
  })
  await show()
  await choose('Instagram')
  await userEvent.type(await handleField(), 'ana.example{Enter}')
  const message = await screen.findByText('You already have this link.')
  expect(screen.getByRole('status').contains(message)).toBe(true)
  expect((await handleField()).getAttribute('aria-invalid')).toBeNull()
  await press('Close message')
  expect(screen.queryByText('You already have this link.')).toBeNull()
  expect((await handleField()).value).toBe('ana.example')
  await userEvent.type(await handleField(), '{Enter}')
  expect(await screen.findByText('You already have this link.')).toBeTruthy()
  await userEvent.type(await handleField(), '2')
  expect(screen.queryByText('You already have this link.')).toBeNull()
})

test('the edit popup shows the current address, saves it and closes (R-322, R-333)', async () => {
  const changed = { ...INSTAGRAM, account_name: 'ana.shop' }
  const EDIT = editCall(INSTAGRAM)
  const api = serveSocial([INSTAGRAM, SHOP], { [EDIT]: changed })
  const { history } = await show()
  await press('Instagram, ana.example, edit')
  const dialog = await popup('Edit Instagram')
  expect(history.location.search).toContain('social=3')
  const field = await handleField()
  expect(field.value).toBe('ana.example')
  await userEvent.clear(field)
  await userEvent.type(field, 'ana.shop')
  api.change({ [LIST]: { results: [changed, SHOP] } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await button('Instagram, ana.shop, edit')).toBeTruthy()
  await closed()
  expect(api.sentTo(EDIT)).toEqual([{ account_url: 'https://www.instagram.com/ana.shop' }])
})

test('for other accounts the edit popup shows the whole address (R-322)', async () => {
  serveSocial([SHOP])
  await show()
  await press('Other, ana.example/shop, edit')
  await popup('Edit link')
  expect((await urlField()).value).toBe('https://ana.example/shop')
})
