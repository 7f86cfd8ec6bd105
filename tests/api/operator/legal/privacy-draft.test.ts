import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { OLD_BROWSER_COOKIE } from '#contract/app-constants.ts'
import {
  COOKIES,
  INVITATION_COOKIE_PREFIX,
  UI_COOKIE_PREFIX,
} from '#contract/people/session-cookies.ts'
import { readConfig, type Config } from '../../../../server/platform/config/config.ts'
import { abuseReports } from '../../../../server/platform/db/schema.ts'
import { privacyDraft } from '../../../../server/operator/legal/privacy-draft.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { expectParts } from '#support/expect-parts.ts'

const server = await startTestServer()

const part = (draft: string, heading: string) =>
  draft.split(/^## /m).find((one) => one.startsWith(heading)) ?? ''

const closed = (ago: number) => ({
  targetUrl: `https://shop.example/${ago}`,
  reason: 'spam' as const,
  handledAt: sql`now() - make_interval(days => ${ago})`,
})

describe('the draft about privacy', () => {
  const DEFAULTS = readConfig({ DATA_DIR: join(tmpdir(), 'no-such-folder') })
  const draftFor = (settings: Partial<Config> = {}) => privacyDraft({ ...DEFAULTS, ...settings })

  test('names exactly the cookies that the code sets', () => {
    const code = execFileSync('git', ['ls-files', 'server', 'src', 'sw'], { encoding: 'utf8' })
    const setters = code
      .split('\n')
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .filter((file) => /setCookie\(|document\.cookie\s*=/.test(readFileSync(file, 'utf8')))
    // Add every new file that sets a cookie here and to the privacy draft.
    expect(setters.sort()).toEqual([
      'server/operator/console/frame/console-session.ts',
      'server/partners/desk/desk-session.tsx',
      'server/people/accounts/known-device.ts',
      'server/platform/http/csrf.ts',
      'src/app/shell/ui-settings.ts',
      'src/boot/browser.ts',
      'src/features/partners/invitation-cookie.ts',
      'src/live/session.ts',
    ])
    expect(readFileSync('src/boot/browser.ts', 'utf8')).toContain(`'${OLD_BROWSER_COOKIE}'`)
    const named = [...part(draftFor(), 'Cookies').matchAll(/^- ([^:]+):/gm)].flatMap(
      ([, names = '']) => names.split(', '),
    )
    const prefixes = [UI_COOKIE_PREFIX, INVITATION_COOKIE_PREFIX].map((prefix) => `${prefix}…`)
    const own = ['split_form', 'split_device', 'desk', 'console', OLD_BROWSER_COOKIE]
    expect(named.sort()).toEqual([...Object.values(COOKIES), ...own, ...prefixes].sort())
  })

  test('names the cookies that a sign-in sets', async () => {
    const { headers } = await open(server, '/multi-connect/login')
    const set = headers.getSetCookie().map((line) => line.split('=', 1)[0] ?? '')
    expect(set).toEqual(['split_form'])
    for (const name of set) expect(part(draftFor(), 'Cookies')).toContain(name)
  })

  test('says how long the server keeps reports', async () => {
    const days = Number(/Reports of links, pages and widgets: (\d+) days/.exec(draftFor())?.[1])
    expect(days).toBeGreaterThan(0)
    const { db } = server.deps
    await db.insert(abuseReports).values([closed(days - 1), closed(days + 1)])
    await deleteExpired(db)
    const left = await db.select({ url: abuseReports.targetUrl }).from(abuseReports)
    expect(left).toEqual([{ url: `https://shop.example/${days - 1}` }])
  })

  test('says whether and how countries are determined', () => {
    expect(draftFor()).not.toMatch(/country/)
    const [click = ''] =
      draftFor({ geoipDb: '/data/country.mmdb' }).match(/^- For each click.*/m) ?? []
    expect(click).toContain('your country (looked up in a file on this server')
    expect(click).not.toContain('/data')
  })

  test('names other recipients of data if they are configured', () => {
    expect(part(draftFor(), 'Who else')).toContain('sends no email')
    const expected = /Sentry|stores pictures|Errors in the app|Error reports|looked up|web search/
    expect(draftFor()).not.toMatch(expected)
    const all = part(
      draftFor({
        smtpUrl: 'smtps://user:secret@mail.example:465',
        smsUrl: 'https://sms.example/send?key=secret',
        sentryDsn: 'https://key@errors.example/1',
        dnsServers: ['9.9.9.9'],
        searchEngine: { url: 'https://find.example/v1?cx=1', key: 'key-of-search' },
        s3: {
          endpoint: 'https://s3.example',
          bucket: 'b',
          accessKey: 'key-of-s3',
          secretKey: 'secret',
          region: 'r',
        },
      }),
      'Who else',
    )
    expectParts(
      all,
      'mail.example:465',
      'sms.example',
      'errors.example (Sentry)',
      '9.9.9.9',
      's3.example',
      'find.example',
    )
    expect(all).not.toMatch(/secret|key/)
    const own = draftFor({ sentryDsn: 'self' })
    expect(own).toContain('reported to this server.')
    expect(own).toMatch(/Error reports: \d+ days/)
    expect(own).not.toContain('Sentry')
  })

  test('names every host that the app may contact', async () => {
    const settings = {
      sentryDsn: 'https://key@errors.example/1',
      distDir: join(tmpdir(), 'no-such-folder'),
    }
    const app = await createTestServer({ sharedServer: server, ...settings })
    const policy = (await app.request('GET', '/livez')).headers.get('content-security-policy') ?? ''
    await app.stop()
    const hosts = [...policy.matchAll(/https?:\/\/([^\s;]+)/g)].map(([, host = '']) => host)
    const own = new URL(DEFAULTS.appOrigin).host
    expect(hosts).toContain('errors.example')
    for (const host of hosts.filter((one) => one !== own))
      expect(draftFor(settings)).toContain(host)
  })
})
