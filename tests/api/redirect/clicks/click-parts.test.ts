import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clickId } from '../../../../server/redirect/clicks/click-id.ts'
import { deviceOf } from '../../../../server/redirect/clicks/device.ts'
import { ByVisit, createJudge } from '../../../../server/redirect/clicks/duplicates.ts'
import { agentOf, isPrefetch, KIND } from '../../../../server/redirect/clicks/kinds.ts'
import { referrerHost } from '../../../../server/redirect/clicks/referrer.ts'
import { createVisitors } from '../../../../server/redirect/clicks/visitor.ts'
import { PHONE } from '#support/server/links/short-links.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 312.0.0.37.112'

/** In-app browsers of messengers, used by people. */
const MESSENGERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) WhatsApp/2.2326.10 Chrome/112.0.5615.204 Electron/24.4.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 Viber/21.0.0',
]

describe('who clicked (D-28)', () => {
  const PEOPLE = [PHONE, CHROME, INSTAGRAM, `${INSTAGRAM} [FBAN/FBIOS;FBAV/440.0.0]`]
  test.each([...PEOPLE, ...MESSENGERS])('a person: %s', (agent) =>
    expect(agentOf(agent).kind).toBe('human'),
  )
  test.each([
    'Shop/12 CFNetwork/1410.0.3 Darwin/22.6.0',
    'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A)',
  ])('a program without a browser: %s', (agent) => expect(agentOf(agent).kind).toBe('bot'))
  const BOTS = ['', 'curl/8.5.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'python-requests/2.31']
  test.each(BOTS)('a bot: %s', (agent) =>
    expect(agentOf(agent)).toMatchObject({ kind: 'bot', device: '' }),
  )
  test.each([
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0',
    'WhatsApp/2.2413.51 W',
    'Viber/13.3.0 CFNetwork/1121 Darwin/19.2.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  ])('a link preview: %s', (agent) => expect(agentOf(agent).kind).toBe('preview'))

  const PREFETCHES = ['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip', 'preview']
  test.each(PREFETCHES)('a prefetch: %s', (purpose) => expect(isPrefetch(purpose)).toBe(true))

  test('a name is judged by its first 512 characters, which keeps every pattern quick', () => {
    const long = 'Mozilla/5.0 (iPhone) '.repeat(25)
    expect(agentOf(`${long}Googlebot/2.1`).kind).toBe('human')
    expect(agentOf(`Googlebot/2.1 ${long}`).kind).toBe('bot')
  })

  test.each([
    [PHONE, 'phone'],
    [CHROME, 'desktop'],
    ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'tablet'],
    ['Mozilla/5.0 (Linux; Android 13; SM-X700) Chrome/126 Safari/537.36', 'tablet'],
    ['Mozilla/5.0 (Linux; Android 13; Pixel 7) Chrome/126 Mobile Safari/537.36', 'phone'],
  ])('%s is a %s', (agent, device) => expect(deviceOf(agent)).toBe(device))
})

describe('where from (D-28)', () => {
  test.each([
    ['https://www.Instagram.com/stories/x?token=secret', 'instagram.com'],
    ['http://user:pass@forum.example:8080/thread', 'forum.example'],
    ['https://l.facebook.com', 'l.facebook.com'],
    ['not a url', ''],
    ['', ''],
    ['android-app://com.google.android.gm/', 'mail.google.com'],
    ['android-app://com.google.android.googlequicksearchbox/https/www.google.com', 'google.com'],
    ['android-app://com.example.reader', 'com.example.reader'],
    ['https://shop.example./a', 'shop.example'],
  ])('%s gives %s', (referrer, host) => expect(referrerHost(referrer)).toBe(host))

  test('referrer hosts have only safe characters', () => {
    assert(
      property(string(), (junk) => {
        expect(referrerHost(`http://${junk}`)).toMatch(/^[a-z0-9._-]*$/)
      }),
    )
  })
})

const salts = (name: string) => ({ of: (day: number) => `${name} ${day}` })

describe('visitors without addresses (D-28)', () => {
  const at = Date.parse('2026-03-01T12:00:00Z')
  const visit = { remote: '203.0.113.9', forwardedFor: '', agentId: 'chrome', at }
  const visitorOf = createVisitors(salts('one'), ['10.0.0.0/8'])

  test('differ by day and by installation', () => {
    const today = visitorOf(visit)
    expect(today).toMatch(/^[0-9a-f]{16}$/)
    expect(visitorOf({ ...visit, at: at + 11 * 3_600_000 })).toBe(today)
    expect(visitorOf({ ...visit, at: at + 12 * 3_600_000 })).not.toBe(today)
    expect(createVisitors(salts('other'), [])(visit)).not.toBe(today)
    expect(visitorOf(visit)).toBe(today)
  })

  test('use a forwarded address only behind a trusted proxy', () => {
    const spoofed = { ...visit, forwardedFor: '198.51.100.7' }
    expect(visitorOf(spoofed)).toBe(visitorOf(visit))
    const proxied = { ...visit, remote: '10.0.0.1', forwardedFor: 'junk, 203.0.113.9' }
    expect(visitorOf(proxied)).toBe(visitorOf(visit))
  })
})

/**
 * Returns the kinds of one visitor's clicks in one batch, the first of which is the first of the
 * day.
 */
const kindsOf = (...times: number[]) => {
  const counted = new ByVisit<boolean>()
  counted.set('l', 'v', true)
  const { judge, later } = createJudge(counted, new ByVisit())
  return { kinds: times.map((at) => judge('l', 'v', at)), later: [...later] }
}

describe('clicks of one person on one link in one batch (D-28)', () => {
  test('the first is unique, one within ten seconds a duplicate, a later one counts again', () => {
    const { kinds, later } = kindsOf(0, 9999, 10_000)
    expect(kinds).toEqual([KIND.unique, KIND.duplicate, KIND.human])
    expect(later).toEqual([['l', 'v', 10_000]])
  })

  test('the ten seconds start at the click that counted, so repeated taps count again', () => {
    const { kinds } = kindsOf(0, 6000, 12_000)
    expect(kinds).toEqual([KIND.unique, KIND.duplicate, KIND.human])
  })

  test('the ten seconds also start at a click of an earlier batch', () => {
    const lastCounted = new ByVisit<number>()
    lastCounted.set('l', 'v', 1000)
    const { judge } = createJudge(new ByVisit(), lastCounted)
    const kinds = [10_000, 10_999, 11_000].map((at) => judge('l', 'v', at))
    expect(kinds).toEqual([KIND.duplicate, KIND.duplicate, KIND.human])
  })
})

describe('click ids (R-187)', () => {
  test('are UUIDs of version 7 that carry their time and never repeat', () => {
    const at = Date.parse('2026-03-01T12:00:00.123Z')
    const ids = Array.from({ length: 20_000 }, () => clickId(at))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt((ids[0] ?? '').slice(0, 13).replace('-', ''), 16)).toBe(at)
  })
})
