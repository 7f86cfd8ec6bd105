import { expect, test, vi } from 'vitest'
import type { CustomDomain } from '#contract/page/domains.ts'
import {
  aDomain,
  active,
  checkCall,
  choose,
  editCall,
  LIST,
  domainRow,
  press,
  serveDomains,
} from '#support/window/domains.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, hrefOf, screen, userEvent } from '#support/window/on-screen.ts'
import { DomainsScreen } from './domains-screen.tsx'

signInPerTest()

const PATH = '/settings/custom-domains'
const open = () => renderAt(PATH, PATH, DomainsScreen)

test('without domains the screen explains them and offers to add one (R-047, R-439)', async () => {
  serveDomains([])
  await open()
  expect(await screen.findByText('Use your own name in short links')).toBeTruthy()
  expect(hrefOf('Add a domain')).toBe('/settings/custom-domains/add-domain')
})

type Told = [what: string, domain: CustomDomain, label: string, texts: (string | RegExp)[]]

const TOLD: Told[] = [
  [
    'the main one',
    active('links.ana.example', { is_main: true, links: 48 }),
    'Verified',
    ['Main, 48 links'],
  ],
  [
    'one that is checked',
    aDomain('go.ana.example'),
    'Checking',
    ['3 of 10, next in 4 min', /^No CNAME found yet\./],
  ],
  [
    'one that lacks its second record',
    aDomain('txt.ana.example', { problem: 'txt' }),
    'Checking',
    [/^No TXT record found yet\./],
  ],
  [
    'one that was just added',
    aDomain('new.ana.example', { problem: null, validation_counter: 0, last_checked_at: null }),
    'Waiting for DNS',
    ['Checking now', /^Add two records where you bought the domain/],
  ],
  [
    'one that waits for its certificate',
    aDomain('tls.ana.example', { problem: 'certificate' }),
    'Certificate',
    [/^DNS is right, waiting for the certificate\. There is nothing to do\./],
  ],
  [
    'one that was not found',
    aDomain('lost.ana.example', {
      status: 'failed',
      validation_counter: 10,
      last_checked_at: '2020-05-12T10:00:00Z',
      next_check_at: null,
    }),
    'Not found',
    [
      'Last check May 12, 2020',
      '10 checks, no CNAME found. Compare the records, then start again.',
    ],
  ],
  [
    'one that somebody else has',
    aDomain('held.ana.example', { problem: 'taken' }),
    'Taken',
    [/^Another account has verified this domain\./],
  ],
  [
    'one that was suspended',
    aDomain('gone.ana.example', { status: 'suspended', links: 2 }),
    'Suspended',
    ['2 links', /Its 2 links work at their main addresses meanwhile\. Put the records back/],
  ],
  [
    'one that works and was not found the last time',
    active('shaky.ana.example', { problem: 'txt' }),
    'Verified',
    [/^The last check went wrong: no TXT record found\. Fix it within seven days/],
  ],
]

test.each(TOLD)('%s is explained in plain words (R-439)', async (_what, domain, label, texts) => {
  serveDomains([domain])
  await open()
  const one = await domainRow(domain.domain)
  expect(one.getByText(label)).toBeTruthy()
  for (const text of texts) expect(one.getByText(text)).toBeTruthy()
})

test('each domain leads to its form (R-439)', async () => {
  const domain = aDomain('go.ana.example')
  serveDomains([domain])
  await open()
  for (const name of ['go.ana.example', 'Show the records of go.ana.example']) {
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(`/settings/custom-domains/edit-domain/${domain.id}`)
  }
})

test.each([
  ['was not found', { status: 'failed', next_check_at: null }],
  ['somebody else has', { problem: 'taken' }],
] as const)(
  'a domain that %s is checked again, and shows the new state (R-439)',
  async (_, fields) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
    const lost = aDomain('lost.ana.example', fields)
    const started = { ...lost, status: 'pending', problem: null, validation_counter: 0 } as const
    const api = serveDomains([lost], { [checkCall(lost)]: started })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Check lost.ana.example again' }))
    const one = await domainRow('lost.ana.example')
    expect(await one.findByText('Waiting for DNS')).toBeTruthy()
    api.change({ [LIST]: { results: [{ ...lost, status: 'active', problem: null }] } })
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(await one.findByText('Verified')).toBeTruthy()
    expect(api.sentTo(checkCall(lost))).toHaveLength(1)
  },
)

test('exactly one domain is used for new links', async () => {
  const first = active('one.ana.example', { is_main: true })
  const second = active('two.ana.example')
  const api = serveDomains([first, second], {
    [editCall(second)]: { ...second, is_main: true },
  })
  await open()
  await choose(second, 'Use for new links')
  expect(await screen.findByText('New links begin with two.ana.example')).toBeTruthy()
  expect((await domainRow('two.ana.example')).getByText('Main, 0 links')).toBeTruthy()
  expect((await domainRow('one.ana.example')).getByText('0 links')).toBeTruthy()
  expect(api.sentTo(editCall(second))).toEqual([{ is_main: true }])
})

test('offline the saved copy is shown, and nothing is sent', async () => {
  const domain = aDomain('lost.ana.example', { status: 'failed' })
  serveDomains([domain])
  const { unmount } = await open()
  await domainRow('lost.ana.example')
  unmount()
  const api = fakeApi({ [LIST]: noConnection })
  const { store } = await open()
  showSavedCopy(store)
  await domainRow('lost.ana.example')
  await press('Check lost.ana.example again')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(api.sentTo(checkCall(domain))).toEqual([])
})

test('a list that failed to load says so and can be loaded again', async () => {
  const api = serveDomains([], { [LIST]: () => json({}, 500) })
  await open()
  expect(await screen.findByText('Couldn’t load your domains')).toBeTruthy()
  api.change({ [LIST]: { results: [active('links.ana.example')] } })
  await press('Try again')
  expect(await domainRow('links.ana.example')).toBeTruthy()
})

test('a problem that only a newer server knows is shown as a problem (offline 34)', async () => {
  serveDomains([{ ...aDomain('odd.ana.example'), problem: 'caa' as never }])
  await open()
  expect(
    (await domainRow('odd.ana.example')).getByText(/^Its DNS did not answer yet\./),
  ).toBeTruthy()
})
