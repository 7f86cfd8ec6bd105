import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, type holderOf } from '#api/people/account.ts'
import { ApiError } from '#http/error.ts'
import { readSession, saveSession } from '#live/session.ts'
import { probe } from '#http/probe.ts'
import { wipeAll } from '#live/wipe.ts'
import { forgetCookies, goTo } from '#support/browser-window.ts'
import { readBrandReferral } from './brand-referral.ts'
import { loginUrl } from './login-url.ts'
import { startSession, trySignInAgain } from './sign-in.ts'

vi.mock('#api/people/account.ts', () => ({
  connect: vi.fn<typeof connect>(),
  holderOf: vi.fn<typeof holderOf>(async () => {
    throw new Error('not asked here')
  }),
}))
vi.mock('#http/probe.ts', () => ({ probe: vi.fn<typeof probe>() }))
vi.mock('#live/wipe.ts', () => ({ wipeAll: vi.fn<typeof wipeAll>(async () => undefined) }))

const [ANA, BEN] = ['ana', 'ben'].map((name) => `a.${btoa(JSON.stringify({ uuid: name }))}.c`)

const answer = (token: string | null, extended_status: number | null = null, jwt = ANA) => ({
  token,
  jwt_token: token && (jwt ?? null),
  fingerprint: token && 'f',
  extended_status,
})

function arriveAt(path: string) {
  goTo(`https://app.example${path}`)
  return vi.spyOn(location, 'replace').mockImplementation(() => undefined)
}

beforeEach(() => {
  forgetCookies()
  sessionStorage.clear()
})
afterEach(() => void vi.clearAllMocks())

test('without a token the login page gets the return address (R-001, R-052, R-096)', async () => {
  const replace = arriveAt('/wallet/gift-cards?a=1')
  expect(await startSession()).toBe('leaving')
  const target = new URL(String(replace.mock.calls[0]?.[0]), location.href)
  expect(target.pathname).toBe('/multi-connect/login')
  expect(target.searchParams.get('success')).toBe('https://app.example/wallet/gift-cards?a=1')
})

test('a one-time token is removed from the address and exchanged once (R-053)', async () => {
  const replace = arriveAt('/rank?auth_token=123456789012345678901&q=x#top')
  vi.mocked(connect).mockImplementation(async () => {
    expect(location.href).toBe('https://app.example/rank?q=x#top')
    return answer('t1')
  })
  expect(await startSession()).toBe('signed-in')
  expect(connect).toHaveBeenCalledExactlyOnceWith('123456789012345678901')
  expect(replace).not.toHaveBeenCalled()
  expect(readSession()?.token).toBe('t1')
})

test('data of an earlier session is deleted before the new one is stored (R-103, R-604)', async () => {
  arriveAt('/?auth_token=x')
  await saveSession(answer('older'))
  vi.mocked(connect).mockResolvedValue(answer('newer'))
  vi.mocked(wipeAll).mockImplementationOnce(async () => {
    expect(readSession()?.token).toBe('older')
  })
  expect(await startSession()).toBe('signed-in')
  expect(wipeAll).toHaveBeenCalledExactlyOnceWith({ keepDraftsOf: 'ana' })
  expect(readSession()?.token).toBe('newer')
})

test('signing in as another person asks first (R-103, R-604)', async () => {
  arriveAt('/?auth_token=x')
  await saveSession(answer('of-ana'))
  vi.mocked(connect).mockResolvedValue(answer('of-ben', null, BEN))
  expect(await startSession()).toBe('asked')
  expect(wipeAll).not.toHaveBeenCalled()
  expect(readSession()?.token).toBe('of-ana')
})

test('an invalid token is refused and changes nothing (R-101, D-08)', async () => {
  arriveAt('/?auth_token=bad')
  await saveSession(answer('still-mine'))
  vi.mocked(connect).mockResolvedValue(answer(null, 400))
  expect(await startSession()).toBe('refused')
  expect(wipeAll).not.toHaveBeenCalled()
  expect(readSession()?.token).toBe('still-mine')
})

test('an exchange without an answer can be retried with the same token', async () => {
  arriveAt('/?auth_token=x')
  vi.mocked(connect).mockRejectedValueOnce(new ApiError('unknown'))
  expect(await startSession()).toBe('unreachable')
  vi.mocked(connect).mockResolvedValueOnce(answer('t2'))
  expect(await trySignInAgain()).toBe('signed-in')
  expect(connect).toHaveBeenLastCalledWith('x')
})

test('a success flag in the address is ignored (D-07)', async () => {
  arriveAt('/rank?success=1')
  await saveSession(answer('t'))
  expect(await startSession()).toBe('signed-in')
  expect(location.search).toBe('?success=1')
})

test('a brand referral is kept through the login (R-054, D-61)', async () => {
  const replace = arriveAt('/?org_ref=4a0c')
  await startSession()
  expect(readBrandReferral()).toBe('4a0c')
  expect(String(replace.mock.calls[0]?.[0])).toContain('org_ref=4a0c')
})

test('signing in does not return to the sign-out page', () => {
  arriveAt('/logout')
  const back = new URL(loginUrl(), location.href).searchParams.get('success')
  expect(back).toBe('https://app.example/')
})

test('a share from another app survives the sign-in (R-618)', async () => {
  const replace = arriveAt('/splitlinks?share_text=Lamp+https%3A%2F%2Fshop.example%2Flamp')
  expect(await startSession()).toBe('leaving')
  const back = new URL(String(replace.mock.calls[0]?.[0]), location.href).searchParams.get(
    'success',
  )
  expect(new URL(back ?? '').searchParams.get('create_split_link')).toBe(
    'https://shop.example/lamp',
  )
})

test('a cached page opens the login page only if it is reachable (offline 13)', async () => {
  const replace = arriveAt('/rank')
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { controller: {} },
    configurable: true,
  })
  vi.mocked(probe).mockResolvedValueOnce(false)
  expect(await startSession()).toBe('cut-off')
  expect(replace).not.toHaveBeenCalled()
  vi.mocked(probe).mockResolvedValueOnce(true)
  expect(await startSession()).toBe('leaving')
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a brand referral of a signed-in user is stored and removed from the address (R-054)', async () => {
  await saveSession(answer('t'))
  arriveAt('/splitlinks?org_ref=4a0c&q=lamp')
  expect(await startSession()).toBe('signed-in')
  expect(location.search).toBe('?q=lamp')
  expect(readBrandReferral()).toBe('4a0c')
})
