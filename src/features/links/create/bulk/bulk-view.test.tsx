import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { closeModals } from '#app/problems/close-modals.ts'
import { linksIndex } from '#live/mirror.ts'
import { aLink, answers, deferred } from '#support/window/links-server.ts'
import {
  BULK,
  button,
  created,
  errorOf,
  field,
  more,
  ONE,
  openCreate,
  paste,
  prepareNewLinks,
  rows,
  sentTo,
  texts,
  type Body,
} from '#support/window/new-links.tsx'
import { noDialog, userEvent } from '#support/window/on-screen.ts'

prepareNewLinks()

describe('the list', () => {
  test('shows pasted addresses with their states before anything is sent', async () => {
    const { server, input } = await openCreate()
    paste(
      input,
      'Oak lamp: https://shop.example/a\nshop.example/b, https://shop.example/a\nMy lamps',
    )
    expect(await screen.findByRole('dialog', { name: 'New links' })).toBeTruthy()
    expect(await screen.findByText('4 addresses, 1 to correct, 1 repeated')).toBeTruthy()
    expect(await texts()).toEqual([
      '1shop.example/aReady',
      '2shop.example/bReady',
      '3shop.example/aSame as address 1. One link is created.',
      expect.stringContaining('Enter a valid URL, like https://example.com/page.'),
    ])
    expect(await button('Create 2 links')).toBeTruthy()
    expect(sentTo(server, BULK)).toEqual([])
  })

  test('opens on Create link if several addresses were typed', async () => {
    const { server, input } = await openCreate()
    await userEvent.type(input, 'shop.example/a shop.example/b{Enter}')
    expect(await texts()).toEqual(['1shop.example/aReady', '2shop.example/bReady'])
    expect(sentTo(server, ONE)).toEqual([])
  })

  test('keeps the text of the field as its first address', async () => {
    const { input } = await openCreate()
    await userEvent.type(input, 'shop.example/a')
    paste(input, 'shop.example/b shop.example/c')
    expect(await rows()).toHaveLength(3)
  })

  test.each(['https://shop.example/a', 'Oak lamp\nhttps://shop.example/a'])(
    'does not open for %j',
    async (text) => {
      const { input } = await openCreate()
      paste(input, text)
      expect(screen.getByRole('dialog', { name: 'New link' })).toBeTruthy()
    },
  )

  test('refuses more than 100 addresses at the field, which keeps its text', async () => {
    const { input } = await openCreate()
    paste(input, Array.from({ length: 101 }, (_, n) => `shop.example/${n}`).join('\n'))
    expect(errorOf(input)).toBe(
      'You can create up to 100 links at once. These are 101 addresses. Paste fewer.',
    )
    await userEvent.type(input, 's')
    expect(errorOf(input)).toBeUndefined()
  })

  test('refuses to grow beyond 100 addresses', async () => {
    const { input } = await openCreate()
    paste(input, Array.from({ length: 100 }, (_, n) => `shop.example/${n}`).join(' '))
    fireEvent.change(await more(), { target: { value: 'shop.example/last' } })
    await userEvent.type(await more(), '{Enter}')
    expect(errorOf(await more())).toContain('These are 101 addresses.')
    expect((await more()).value).toBe('shop.example/last')
    expect(await rows()).toHaveLength(100)
  })

  test('adds addresses, and removes one with the button of its row', async () => {
    const { input } = await openCreate()
    paste(input, 'shop.example/a shop.example/b')
    await userEvent.type(await more(), 'shop.example/c{Enter}')
    paste(await more(), 'shop.example/d')
    expect(await rows()).toHaveLength(4)
    await userEvent.click(await button('Remove address 2'))
    expect(await texts()).toEqual([
      '1shop.example/aReady',
      '2shop.example/cReady',
      '3shop.example/dReady',
    ])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove address 2')
    for (const _ of await rows()) await userEvent.click(await button('Remove address 1'))
    expect((await field()).value).toBe('')
  })

  test('asks before its rows are lost, and is restored if the app closes it', async () => {
    const { input, store } = await openCreate()
    paste(input, 'shop.example/a shop.example/b')
    await userEvent.click(await button('Close'))
    expect(await screen.findByText(/^You have unsaved changes/)).toBeTruthy()
    await userEvent.click(await button('Cancel'))
    closeModals()
    await noDialog()
    store.set(openView, { name: 'create' })
    expect(await rows()).toHaveLength(2)
  })
})

describe('creating the links', () => {
  test('makes one call and lists the short links to copy', async () => {
    const { server, input } = await openCreate()
    paste(input, 'shop.example/a.html\nhttps://shop.example/b\nshop.example/a.html')
    await rows()
    await userEvent.click(await button('Create 2 links'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Your links are ready' }))
    expect(sentTo(server, BULK).map(({ body }) => body)).toEqual([
      {
        links: [
          { url: 'http://shop.example/a.html', scheme_added: true },
          { url: 'https://shop.example/b' },
        ],
      },
    ])
    const links = dialog.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['https://split.example/s/a.html', 'https://split.example/s/b'])
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(dialog.getByRole('button', { name: 'Copy all' }))
    expect(copied).toHaveBeenCalledExactlyOnceWith(links.join('\n'))
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await noDialog()
  })

  test('shows the new links in the lists', async () => {
    const { server, input } = await openCreate()
    server.put(aLink('Oak lamp'))
    paste(input, 'shop.example/a shop.example/b')
    await rows()
    await userEvent.click(await button('Create 2 links'))
    await waitFor(() => expect(linksIndex().ids({})).toHaveLength(1))
  })

  test('shows that it is busy', async () => {
    const answer = deferred<Response>()
    const { server, input } = await openCreate()
    server.instead(({ path }) => (path === BULK ? answer.promise : undefined))
    paste(input, 'shop.example/a shop.example/b')
    await rows()
    await userEvent.click(await button('Create 2 links'))
    expect(await screen.findByText('Creating 2 links')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Creating links' })).toBeTruthy()
    expect(await texts()).toEqual(['1shop.example/aCreating', '2shop.example/bCreating'])
    answer.resolve(answers.json({ results: [created('a'), created('b')] }))
    expect(await screen.findByRole('dialog', { name: 'Your links are ready' })).toBeTruthy()
  })

  test('keeps refused addresses with the reason, and sends only those again', async () => {
    const { server, input, keys } = await openCreate((url) =>
      url.endsWith('/loop') ? { errors: { url: ['This is already a short link.'] } } : created(url),
    )
    paste(input, 'https://shop.example/a https://shop.example/loop\nMy lamps')
    await rows()
    await userEvent.click(await button('Create 2 links'))
    expect(await screen.findByText(/^1 link created\./)).toBeTruthy()
    const [first, second] = await rows()
    expect(first?.textContent).toContain('This is already a short link.')
    expect(second?.textContent).toContain('Enter a valid URL')
    const wrong = screen.getByLabelText<HTMLInputElement>('Address 1')
    expect(wrong.value).toBe('https://shop.example/loop')
    expect(document.activeElement).toBe(wrong)
    await userEvent.clear(wrong)
    await userEvent.type(wrong, 'https://shop.example/chair')
    expect(document.activeElement).toBe(wrong)
    await userEvent.click(await button('Remove address 2'))
    await userEvent.click(await button('Create 1 link'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Your links are ready' }))
    expect(dialog.getAllByRole('link')).toHaveLength(2)
    const sent = sentTo(server, BULK).map(({ body }) => (body as Body).links.map(({ url }) => url))
    expect(sent).toEqual([
      ['https://shop.example/a', 'https://shop.example/loop'],
      ['https://shop.example/chair'],
    ])
    expect(new Set(keys.filter(Boolean)).size).toBe(2)
  })

  test('sends nothing while no address is ready or one waits to be added', async () => {
    const { server, input } = await openCreate()
    paste(input, 'shop.example/a shop.example/b')
    await userEvent.type(await more(), 'shop.example/c')
    await userEvent.click(await button('Create 2 links'))
    expect(await screen.findByText(/^Add this address to the list first/)).toBeTruthy()
    await userEvent.click(await button('Add to the list'))
    expect(await rows()).toHaveLength(3)
    expect(sentTo(server, BULK)).toEqual([])
  })

  test('shows a refusal of the whole call at the field', async () => {
    const { server, input } = await openCreate()
    server.instead(({ path }) =>
      path === BULK ? answers.json({ errors: { non_field_errors: ['Not now.'] } }, 400) : undefined,
    )
    paste(input, 'shop.example/a shop.example/b')
    await rows()
    await userEvent.click(await button('Create 2 links'))
    expect(await screen.findByText('Not now.')).toBeTruthy()
    expect(await rows()).toHaveLength(2)
  })
})
