import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createAppRouter } from '../src/routes.tsx'
import { setWidth } from '#support/browser-window.ts'

/** Addresses of all screens (spec, section 2). */
const SCREENS = `
  / /wallet/my-requests /wallet/available-earnings /wallet/pending-earnings /wallet/gift-cards
  /wallet/payment-threshold /wallet/networks /splitlinks /splitpage /splitpage-home /splitpage-create
  /splitpage/section/7 /splitpage/collection/7 /partners /partners/connections /partners/chat
  /partners/chat/support /brand/b1 /brands/b1 /brands /more /rank /promotions /google-search
  /trending-products /profile /refer /info /tools /widgets /logout /secret-settings /data-exports
  /analytics /analytics/a1 /settings /settings/accountinfo /settings/accountinfo/email
  /settings/accountinfo/phone /settings/accountinfo/phone/confirm /settings/accountinfo/deletion
  /settings/notifications-settings /settings/custom-domains
  /settings/custom-domains/edit-domain/3 /settings/custom-domains/add-domain
  /settings/parameter-sets /settings/developers /settings/developers/new-key /settings/developers/new-webhook
  /settings/developers/webhooks/7 /connect-app
  /settings/people /accounts /join
  /settings/developers/approvals/7
  /creator-step-splitpages /creator-step-splitpages-instagram
`.match(/\S+/g) as string[]

async function open(path: string, width = 390) {
  setWidth(width)
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter(history)
  await router.load()
  const leaf = router.state.matches.at(-1)
  return { path: router.state.location.pathname, route: leaf?.fullPath, history, router }
}

test.each(SCREENS)('%s opens a screen and stays in the address', async (path) => {
  const opened = await open(path)
  expect(opened.path).toBe(path)
  expect(opened.route).not.toBe('/$')
})

test.each([
  ['/redeem', '/wallet/my-requests'],
  ['/wallet', '/wallet/my-requests'],
  ['/offers', '/splitlinks'],
])(
  '%s redirects to %s and leaves no history entry to loop on (R-005, R-006, R-007)',
  async (from, to) => {
    const { path, history } = await open(from)
    expect(path).toBe(to)
    expect(history.length).toBe(1)
  },
)

test.each(['/no-such-page', '/a/b/c', '/splitlinks/x', '/settings/nothing'])(
  'the unknown address %s leads home (R-002)',
  async (path) => {
    expect((await open(path)).path).toBe('/')
  },
)

test('all screens are for creators, and other roles are not shown (R-117)', () => {
  const patterns = Object.keys(createAppRouter(createMemoryHistory()).routesByPath)
  expect(patterns.length).toBeGreaterThan(SCREENS.length)
  expect(patterns.filter((path) => /admin|staff|operator|moderat|superuser/i.test(path))).toEqual(
    [],
  )
})

test('/more is a screen up to 992 px and redirects home from 993 (R-024, R-025)', async () => {
  expect((await open('/more', 992)).path).toBe('/more')
  expect((await open('/more', 993)).path).toBe('/')
})

test('a long numeric token in the address is unchanged (D-70)', async () => {
  const { router } = await open('/rank?auth_token=123456789012345678901&n=1e3')
  expect(router.state.location.search).toEqual({ auth_token: '123456789012345678901', n: '1e3' })
  expect(router.state.location.href).toBe('/rank?auth_token=123456789012345678901&n=1e3')
})
