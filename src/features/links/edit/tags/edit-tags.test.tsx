import { expect, test } from 'vitest'
import { field, openEdit, save, tab } from '#support/window/edit-link.tsx'
import type { ApiRequest } from '#support/window/fake-api.ts'
import { aLink, answers } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { fireEvent, press, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'

signInPerTest()

const isTags = ({ path }: ApiRequest) => path === '/v1/users/me/links/tags/'

async function openTags(tags: string[] = [], known: string[] = []) {
  const app = await openEdit(aLink('Oak lamp', { tags }), {
    respond: (asked) =>
      isTags(asked)
        ? answers.json({
            results: known
              .filter((name) => name.includes(asked.query.get('q') ?? ''))
              .map((name) => ({ name })),
            next: null,
          })
        : undefined,
  })
  await userEvent.click(await tab(/^Tags/))
  return { ...app, input: await field('Tags') }
}

const chips = () =>
  screen
    .queryAllByRole('button', { name: /^Remove / })
    .map((chip) => chip.getAttribute('aria-label')?.slice('Remove '.length))

test('Enter adds a tag; blank and repeated ones add nothing (R-207, R-208)', async () => {
  const { input, saves } = await openTags()
  await userEvent.type(input, 'a{Enter}')
  await userEvent.type(input, '{Enter}')
  await userEvent.type(input, '   {Enter}')
  await userEvent.type(input, ' a {Enter}b{Enter}')
  expect(chips()).toEqual(['a', 'b'])
  expect(saves()).toEqual([])
  await userEvent.click(save())
  await waitFor(() => expect(saves()[0]?.body).toMatchObject({ tags: ['a', 'b'] }))
})

test('a comma ends a tag, also if only the text shows it, as on a phone (R-207)', async () => {
  const { input } = await openTags()
  await userEvent.type(input, 'summer, ')
  expect(chips()).toEqual(['summer'])
  // No key event precedes it.
  fireEvent.change(input, { target: { value: 'oak, brass,liv' } })
  expect(chips()).toEqual(['summer', 'oak', 'brass'])
  expect(input.value).toBe('liv')
})

test('text in the field counts as a tag when Save is pressed', async () => {
  const { input, saves } = await openTags(['a'])
  await userEvent.type(input, 'half typed')
  await userEvent.click(save())
  await waitFor(() => expect(saves()[0]?.body).toMatchObject({ tags: ['a', 'half typed'] }))
})

test('Backspace in an empty field removes the last tag, as does its button', async () => {
  const { input } = await openTags(['a', 'b', 'c'])
  await userEvent.type(input, '{Backspace}')
  expect(chips()).toEqual(['a', 'b'])
  await press('Remove a')
  expect(chips()).toEqual(['b'])
  expect(document.activeElement).toBe(input)
})

test('pasted lines and commas are several tags', async () => {
  const { input } = await openTags()
  await userEvent.click(input)
  await userEvent.paste('lamp, oak,\nlamp,')
  expect(chips()).toEqual(['lamp', 'oak'])
})

test('suggestions come from the server, without the tags of the link (R-211, R-258, R-260, R-633)', async () => {
  const { server, input } = await openTags(['oak'], ['oak', 'lamp', 'living room'])
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['lamp', 'living room'])
  expect(Object.fromEntries(server.requests.find(isTags)?.query ?? [])).toEqual({
    page: '1',
    q: '',
    page_size: '20',
  })
  await userEvent.click(options[1]!)
  expect(chips()).toEqual(['oak', 'living room'])
  expect(document.activeElement).not.toBe(document.body)
  expect(input.value).toBe('')
})

test('arrows select a suggestion and Enter takes it; Escape leaves the form open (combobox)', async () => {
  const { input } = await openTags([], ['lamp', 'lounge'])
  await screen.findAllByRole('option')
  await userEvent.type(input, '{ArrowDown}{ArrowDown}')
  const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
  expect(active?.textContent).toBe('lounge')
  expect(active?.getAttribute('aria-selected')).toBe('true')
  expect(input.getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Escape}')
  expect(input.getAttribute('aria-activedescendant')).toBeNull()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(chips()).toEqual(['lounge'])
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('typing asks once, after a pause of half a second (R-261)', async () => {
  const { server, input } = await openTags([], ['lamp', 'living'])
  await screen.findAllByRole('option')
  const before = server.requests.filter(isTags).length
  const start = performance.now()
  await userEvent.type(input, 'liv')
  await waitFor(() => expect(server.requests.filter(isTags)).toHaveLength(before + 1), {
    timeout: 3000,
  })
  expect(performance.now() - start).toBeGreaterThanOrEqual(500)
  expect(server.requests.findLast(isTags)?.query.get('q')).toBe('liv')
})

test('refused tags mark their tab and field (R-197)', async () => {
  const { server, input } = await openTags(['a'])
  server.instead(refusing(/^PATCH/, { errors: { tags: ['Too many.'] } }))
  await userEvent.click(save())
  expect(await screen.findByText('Too many.')).toBeTruthy()
  expect(await tab('Tags 1 1 error')).toBeTruthy()
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('a tag that differs from a known one only in case and accents becomes the known one', async () => {
  const { input } = await openTags([], ['Café'])
  await screen.findAllByRole('option')
  await userEvent.type(input, 'cafe')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Café'])
  await userEvent.type(input, '{Enter}')
  expect(chips()).toEqual(['Café'])
  await userEvent.type(input, 'CAFE{Enter}')
  expect(chips()).toEqual(['Café'])
})

test('the spelling of a tag can be corrected after it was removed', async () => {
  const { input } = await openTags(['cafe'], ['cafe'])
  await press('Remove cafe')
  await userEvent.type(input, 'Café{Enter}')
  expect(chips()).toEqual(['Café'])
})
