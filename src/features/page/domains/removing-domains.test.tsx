import { expect, test } from 'vitest'
import {
  active,
  choose,
  domainRow,
  LIST,
  removeCall,
  serveDomains,
} from '#support/window/domains.ts'
import { json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { DomainsScreen } from './domains-screen.tsx'

signInPerTest()

const PATH = '/settings/custom-domains'
const open = () => renderAt(PATH, PATH, DomainsScreen)
const dialog = async () => within(await screen.findByRole('alertdialog'))

test('a domain without links is removed after a confirmation (R-439)', async () => {
  const domain = active('old.ana.example')
  const api = serveDomains([domain], { [removeCall(domain)]: new Response(null, { status: 204 }) })
  await open()
  await choose(domain, 'Remove')
  const question = await dialog()
  expect(question.getByText('Remove old.ana.example?')).toBeTruthy()
  expect(question.getByText(/that you shared before, your page’s too, stop working/)).toBeTruthy()
  expect(api.sentTo(removeCall(domain))).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await expectTexts('old.ana.example removed', 'Use your own name in short links')
  expect(api.sentTo(removeCall(domain))).toHaveLength(1)
})

test('a domain with links says so and leads to them', async () => {
  const domain = active('links.ana.example', { links: 48 })
  const api = serveDomains([domain])
  const { history } = await open()
  await choose(domain, 'Remove')
  const question = await dialog()
  expect(
    question.getByText(
      /^48 links use it\. If you remove it anyway, its links keep working at the main/,
    ),
  ).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Show the 48 links' }))
  await waitFor(() => expect(history.location.pathname).toBe('/splitlinks'))
  expect(new URLSearchParams(history.location.search).get('q')).toBe('links.ana.example/')
  expect(api.sentTo(removeCall(domain))).toEqual([])
})

test('a domain with links can be removed anyway, and a message says where its links are then (R-439)', async () => {
  const domain = active('links.ana.example', { links: 1 })
  const api = serveDomains([domain], {
    [removeCall(domain)]: ({ query }) =>
      query.get('links') === 'main' ? new Response(null, { status: 204 }) : json({}, 500),
  })
  await open()
  await choose(domain, 'Remove')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Keep the domain' }))
  expect(api.sentTo(removeCall(domain))).toEqual([])
  await choose(domain, 'Remove')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Remove anyway' }))
  const told = 'links.ana.example removed. Its links keep working at the main address.'
  await expectTexts(told, 'Use your own name in short links')
  expect(api.sentTo(removeCall(domain))).toHaveLength(1)
})

test('if the server still knows links, its message is shown and the list is loaded again', async () => {
  const domain = active('links.ana.example')
  const text = '1 link uses this domain. Move it to another one first.'
  const api = serveDomains([domain], {
    [removeCall(domain)]: () => json({ errors: { non_field_errors: [text] } }, 400),
  })
  await open()
  await choose(domain, 'Remove')
  api.change({ [LIST]: { results: [{ ...domain, links: 1 }] } })
  await userEvent.click((await dialog()).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(new RegExp(`^${text}`))).toBeTruthy()
  await userEvent.click((await dialog()).getByRole('button', { name: 'Keep the domain' }))
  expect((await domainRow('links.ana.example')).getByText('1 link')).toBeTruthy()
})

test('a domain that could not be removed stays, with a message', async () => {
  const domain = active('links.ana.example')
  serveDomains([domain], { [removeCall(domain)]: () => json({}, 500) })
  await open()
  await choose(domain, 'Remove')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Couldn’t remove links.ana.example. Try again.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'links.ana.example' })).toBeTruthy()
})
