import { expect, test, vi } from 'vitest'
import {
  ADD,
  aDomain,
  active,
  checkCall,
  editCall,
  LIST,
  press,
  removeCall,
  serveDomains,
} from '#support/window/domains.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { hrefOf, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { AddDomainScreen } from './add-domain-screen.tsx'
import { EditDomainScreen } from './edit-domain-screen.tsx'
import { recordsText } from './records-text.ts'

signInPerTest()

const LIST_PATH = '/settings/custom-domains'
const ADD_PATH = `${LIST_PATH}/add-domain`
const EDIT_PATH = `${LIST_PATH}/edit-domain`
const openAdd = () => renderAt(ADD_PATH, ADD_PATH, AddDomainScreen)
const openEdit = ({ id }: { id: number }) =>
  renderAt(`${EDIT_PATH}/$id`, `${EDIT_PATH}/${id}`, EditDomainScreen)
const field = () => screen.findByLabelText<HTMLInputElement>('Domain')

test('a domain is added, then its records are shown (R-049, R-439)', async () => {
  const added = aDomain('go.ana.example', { problem: null, validation_counter: 0 })
  const api = serveDomains([], { [ADD]: () => json(added, 201) })
  const { history } = await openAdd()
  expect(await screen.findByRole('heading', { name: 'Add a domain' })).toBeTruthy()
  await userEvent.type(await field(), ' https://go.ana.example/ {Enter}')
  await waitFor(() => expect(history.location.pathname).toBe(`${EDIT_PATH}/${added.id}`))
  expect(api.sentTo(ADD)).toEqual([{ domain: 'go.ana.example' }])
})

test('an error of the name is shown at its field, and the input stays', async () => {
  const api = serveDomains([], {
    [ADD]: () => json({ errors: { domain: ['You have added this domain already.'] } }, 400),
  })
  await openAdd()
  await userEvent.type(await field(), '  {Enter}')
  expect(await screen.findByText('Enter a domain, like links.ana.example.')).toBeTruthy()
  expect(api.sentTo(ADD)).toEqual([])
  await userEvent.type(await field(), 'links.ana.example{Enter}')
  expect(await screen.findByText('You have added this domain already.')).toBeTruthy()
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(await field())
})

test('offline nothing is added, and the input is kept (D-105)', async () => {
  const api = serveDomains([], { [ADD]: () => json({}, 500) })
  const { store, unmount } = await openAdd()
  showSavedCopy(store)
  await userEvent.type(await field(), 'go.ana.example{Enter}')
  await screen.findByText('This needs a connection. What you typed is kept on this device.')
  expect(api.sentTo(ADD)).toEqual([])
  unmount()
  await openAdd()
  expect((await field()).value).toBe('go.ana.example')
})

test('both records are shown, and can be copied one by one (R-449)', async () => {
  const domain = aDomain('go.ana.example')
  serveDomains([domain])
  const user = userEvent.setup()
  await openEdit(domain)
  expect(await screen.findByText(/where you bought ana\.example/)).toBeTruthy()
  const cname = within(screen.getByRole('region', { name: 'CNAME record' }))
  const txt = within(screen.getByRole('region', { name: 'TXT record' }))
  for (const [block, copies, text] of [
    [cname, 'Copy the CNAME name', 'go'],
    [cname, 'Copy the CNAME value', 'go.split.example'],
    [txt, 'Copy the TXT name', '_split.go'],
    [txt, 'Copy the TXT value', 'split-verify=7f2c41d09ab6e3'],
  ] as const) {
    expect(block.getByText(text)).toBeTruthy()
    await user.click(block.getByRole('button', { name: copies }))
    await vi.waitFor(async () => expect(await navigator.clipboard.readText()).toBe(text))
  }
  expect(screen.getByText('_split.go.ana.example')).toBeTruthy()
})

test('both records can be sent to somebody as text', () => {
  const domain = aDomain('ana.example', { zone: 'ana.example' })
  expect(recordsText(domain)).toBe(
    [
      'DNS records for ana.example (Split):',
      'CNAME\nName: @ (in full: ana.example)\nValue: go.split.example',
      'TXT\nName: _split (in full: _split.ana.example)\nValue: split-verify=7f2c41d09ab6e3',
    ].join('\n\n'),
  )
})

test('a name can be corrected until it is used (R-048, R-439)', async () => {
  const domain = aDomain('og.ana.example')
  const next = {
    ...domain,
    domain: 'go.ana.example',
    dns: { ...domain.dns, name: 'go.ana.example' },
  }
  const api = serveDomains([domain], { [editCall(domain)]: next })
  await openEdit(domain)
  await press('Change')
  expect((await field()).value).toBe('og.ana.example')
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'go.ana.example')
  api.change({ [LIST]: { results: [next] } })
  await press('Save')
  expect(await screen.findByText('Saved. Its TXT record is a new one.')).toBeTruthy()
  expect(screen.getAllByText('go.ana.example')).not.toHaveLength(0)
  expect(screen.queryByLabelText('Domain')).toBeNull()
  expect(api.sentTo(editCall(domain))).toEqual([{ domain: 'go.ana.example' }])
})

test('a used domain keeps its name, and can be chosen for new links', async () => {
  const domain = active('links.ana.example', { links: 3 })
  const api = serveDomains([domain], { [editCall(domain)]: { ...domain, is_main: true } })
  await openEdit(domain)
  const main = await screen.findByRole('switch', { name: 'Use for new links' })
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  await userEvent.click(main)
  await waitFor(() => expect(main.getAttribute('aria-checked')).toBe('true'))
  expect(api.sentTo(editCall(domain))).toEqual([{ is_main: true }])
})

test('a domain is checked on request, and shows the result', async () => {
  const domain = aDomain('go.ana.example')
  const api = serveDomains([domain], {
    [checkCall(domain)]: { ...domain, problem: 'certificate', validation_counter: 0 },
  })
  await openEdit(domain)
  expect(await screen.findByText('3 of 10, next in 4 min')).toBeTruthy()
  await press('Check now')
  expect(await screen.findByText(/^DNS is right, waiting for the certificate\./)).toBeTruthy()
  expect(api.sentTo(checkCall(domain))).toHaveLength(1)
})

test('after removing a domain the list is shown (R-439)', async () => {
  const domain = aDomain('go.ana.example')
  serveDomains([domain], { [removeCall(domain)]: new Response(null, { status: 204 }) })
  const { history } = await openEdit(domain)
  await press('Remove this domain')
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(history.location.pathname).toBe(LIST_PATH))
})

test('a domain that was removed elsewhere says so', async () => {
  serveDomains([])
  await openEdit({ id: 99 })
  expect(await screen.findByText('This domain isn’t here')).toBeTruthy()
  expect(hrefOf('Go to your domains')).toBe(LIST_PATH)
})
