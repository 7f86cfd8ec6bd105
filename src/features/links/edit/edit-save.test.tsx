import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import { linksIndex } from '#live/mirror.ts'
import { field, openEdit, save, tab } from '#support/window/edit-link.tsx'
import { aLink, answers, deferred, type Respond } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { recordFailures } from '#support/window/failures.ts'
import { expectTexts, noDialog, press, userEvent } from '#support/window/on-screen.ts'

signInPerTest()

const refusing =
  (errors: Record<string, string[]>, status = 400): Respond =>
  ({ method }) =>
    method === 'PATCH' ? answers.json({ errors }, status) : undefined

const body = async (saves: () => { body: unknown }[]) => {
  await waitFor(() => expect(saves()).toHaveLength(1))
  const { base: _seen, ...sent } = (saves()[0]?.body ?? {}) as Record<string, unknown>
  return sent
}

const MORE = {
  tags: ['lamp'],
  regular_collection_names: ['Living room'],
  custom_image_upload_id: 7,
  treat_as_in_network: true,
} satisfies Partial<ShortLink>

test('Save sends the whole form and no empty UTM field (R-206, R-209)', async () => {
  const link = aLink('Oak lamp', MORE)
  const { saves } = await openEdit(link)
  await userEvent.click(await tab('Settings'))
  await userEvent.type(await field('Source'), ' instagram ')
  await userEvent.click(save())
  expect(await body(saves)).toEqual({
    name: 'Oak lamp',
    custom_image_upload_id: 7,
    regular_collection_names: ['Living room'],
    tags: ['lamp'],
    short_code: link.short_code,
    treat_as_in_network: true,
    utm_source: 'instagram',
  })
})

test('the name is suggested as the text of a photo, and both are sent if changed', async () => {
  const link = aLink('Oak lamp', { image_url: '/media/a.webp', image_alt: 'On a desk' })
  const { saves } = await openEdit(link)
  const words = await field('Image description Optional')
  expect([words.value, words.placeholder]).toEqual(['On a desk', 'Oak lamp'])
  await userEvent.clear(words)
  await userEvent.type(words, 'On a shelf ')
  await userEvent.click(save())
  expect(await body(saves)).toMatchObject({ image_alt: 'On a shelf' })
})

test('without a photo there is no text for it, and an empty text is not sent', async () => {
  const { saves } = await openEdit(aLink('Oak lamp'))
  await userEvent.type(await field('Name'), '!')
  expect(screen.queryByText('Image description')).toBeNull()
  await userEvent.click(save())
  expect(await body(saves)).not.toHaveProperty('image_alt')
})

test('address, domain and hiding are sent if changed (D-18, D-20, D-23)', async () => {
  const { saves } = await openEdit(aLink('Oak lamp'), {
    respond: ({ path }) =>
      path.endsWith('/links/domains/')
        ? answers.json({
            results: [
              { domain: 'split.example', id: 1, is_main: true },
              { domain: 'go.ana.example', id: 2, is_main: false },
            ],
          })
        : undefined,
  })
  const address = await field('Goes to')
  await userEvent.clear(address)
  await userEvent.type(address, 'shop.example/new')
  await userEvent.click(await tab('Settings'))
  await userEvent.selectOptions(await screen.findByLabelText('Domain'), 'go.ana.example')
  await userEvent.click(screen.getByRole('switch', { name: 'Hide from your lists' }))
  await userEvent.click(save())
  const sent = await body(saves)
  expect(sent).toMatchObject({
    url: 'http://shop.example/new/',
    link_domain_id: 2,
    is_hidden: true,
  })
  // The server determines whether the new shop is in the network.
  expect(sent).not.toHaveProperty('treat_as_in_network')
})

test('Suggest one fills in a code that is free on the chosen domain (R-181, D-20)', async () => {
  const { server } = await openEdit(aLink('Oak lamp'), {
    respond: ({ path }) =>
      path.endsWith('/next_short_code/')
        ? answers.json({ result: { short_code: 'k7m2xq' } })
        : undefined,
  })
  await userEvent.click(await tab('Settings'))
  await press('Suggest one')
  await waitFor(async () => expect((await field('Short code')).value).toBe('k7m2xq'))
  const asked = server.requests.find(({ path }) => path.endsWith('/next_short_code/'))
  expect(asked?.query.get('link_domain_id')).toBe('1')
})

test('a taken code: error at its field, mark on Settings, focus there, text kept (R-183, R-197, R-203)', async () => {
  await openEdit(aLink('Oak lamp'), {
    respond: refusing({ short_code: ['This code is already in use'] }),
  })
  await userEvent.click(await tab('Settings'))
  const code = await field('Short code')
  await userEvent.clear(code)
  await userEvent.type(code, 'taken')
  await userEvent.click(await tab('Preview'))
  await userEvent.click(save())
  expect((await tab('Settings 1 error')).getAttribute('aria-selected')).toBe('true')
  const refused = await field('Short code')
  expect(refused.value).toBe('taken')
  expect(refused.getAttribute('aria-describedby')).toBe(
    screen.getByText('This code is already in use').closest('p')?.id,
  )
  await waitFor(() => expect(document.activeElement).toBe(refused))
  expect(screen.getByText('1 field needs a fix')).toBeTruthy()
  await userEvent.type(refused, '-2')
  expect(screen.queryByText('This code is already in use')).toBeNull()
  expect(await tab('Settings')).toBeTruthy()
})

test('errors of name and picture are on Preview, the picture’s with a text (R-197, R-201, R-202, R-205)', async () => {
  await openEdit(aLink('Oak lamp'), {
    respond: refusing({
      name: ['This name is too long.'],
      image_upload_id: ['A valid integer is required.'],
    }),
  })
  await userEvent.click(await tab('Tags'))
  await userEvent.click(save())
  expect(await tab('Preview 2 errors')).toBeTruthy()
  await expectTexts('This name is too long.', 'Image is required for collection with post layout')
  expect(screen.queryByText('A valid integer is required.')).toBeNull()
  // The picture is the first field.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Add a photo'))
  expect(screen.getByText('2 fields need a fix')).toBeTruthy()
})

test.each(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'])(
  'an error of %s is shown at its field (R-204)',
  async (name) => {
    await openEdit(aLink('Oak lamp'), { respond: refusing({ [name]: ['Not like this.'] }) })
    await userEvent.click(save())
    const message = (await screen.findByText('Not like this.')).closest('p')
    const input = document.querySelector(`[name="${name}"]`)
    expect(input?.getAttribute('aria-describedby')).toBe(message?.id)
    await waitFor(() => expect(document.activeElement).toBe(input))
  },
)

test('an error of the address is shown at its field (D-18)', async () => {
  await openEdit(aLink('Oak lamp'), { respond: refusing({ url: ['Not our own links.'] }) })
  await userEvent.click(save())
  expect(await screen.findByText('Not our own links.')).toBeTruthy()
})

test('values that the server would refuse are errors before they are sent', async () => {
  const { saves } = await openEdit(aLink('Oak lamp'))
  await userEvent.clear(await field('Name'))
  await userEvent.click(save())
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(saves()).toEqual([])
})

test('a text that is too long is kept whole with an error at its field', async () => {
  const { saves } = await openEdit(aLink('Oak lamp'))
  const address = `https://shop.example/?list=${'a'.repeat(2000)}`
  const pasted = { 'Goes to': address, Name: 'n'.repeat(301) }
  for (const [label, text] of Object.entries(pasted)) {
    await userEvent.clear(await field(label))
    await userEvent.click(await field(label))
    await userEvent.paste(text)
    expect((await field(label)).value).toBe(text)
  }
  await userEvent.click(await tab('Settings'))
  for (const label of ['Short code', 'Source']) {
    await userEvent.clear(await field(label))
    await userEvent.click(await field(label))
    await userEvent.paste('c'.repeat(201))
    expect((await field(label)).value).toHaveLength(201)
  }
  await userEvent.click(save())
  expect(await tab('Settings 2 errors')).toBeTruthy()
  expect(await screen.findByText('Keep this under 2000 characters.')).toBeTruthy()
  expect((await field('Goes to')).value).toBe(address)
  expect(saves()).toEqual([])
})

test('while the server fails, the edit waits and is shown at once (R-608, D-75)', async () => {
  const announced = recordFailures()
  const link = aLink('Oak lamp')
  const { server, saves } = await openEdit(link, { respond: refusing({}, 500) })
  await userEvent.type(await field('Name'), ' 2')
  await userEvent.click(save())
  await noDialog()
  expect(await screen.findByText('Saved. Waiting to sync.')).toBeTruthy()
  await waitFor(() => expect(linksIndex().rows.get(link.uuid)?.name).toBe('Oak lamp 2'))
  server.asUsual()
  await sendNow()
  expect(saves()).toHaveLength(2)
  expect(saves()[1]?.body).toEqual(saves()[0]?.body)
  expect(announced).toEqual([])
})

test('Save is busy while it runs and saves once', async () => {
  const answer = deferred<Response | undefined>()
  const { saves } = await openEdit(aLink('Oak lamp'), {
    respond: ({ method }) => (method === 'PATCH' ? answer.promise : undefined),
  })
  await userEvent.click(save())
  await waitFor(() => expect(save().getAttribute('aria-busy')).toBe('true'))
  await userEvent.click(save())
  answer.resolve(undefined)
  await noDialog()
  expect(saves()).toHaveLength(1)
})
