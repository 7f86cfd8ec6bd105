import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { notifyClicks } from '../../../../server/people/activity/activity.ts'
import { revokeEverySession } from '../../../../server/people/accounts/sessions.ts'
import { linkPath } from '#contract/activity.ts'
import { ACTIVITY, texts } from '#support/server/activity.ts'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { signIn, signUp, type Person } from '#support/server/people.ts'
import { vapidOf } from '#support/server/hosts/push-service.ts'
import { startPushServer } from '#support/server/pushing.ts'
import { addLink } from '#support/server/links/short-links.ts'

let ana: Person
const on = await startPushServer()
beforeEach(async () => {
  ana = await signUp(on.server)
})
afterEach(() => on.clear())

describe('a message', () => {
  test('is signed by this server and can be read by that browser alone', async () => {
    const browser = await on.browserOf(ana)
    const link = await addLink(on.server, { userId: ana.uuid, name: 'Hats' })
    await on.server.deps.db.transaction((tx) =>
      notifyClicks(tx, [{ id: link.id, userId: ana.uuid, name: 'Hats', clicks: 1000 }]),
    )
    await on.arrived(1)
    const [message] = on.service.received
    if (!message) throw new Error('nothing received')
    const { claims, key } = vapidOf(message)
    expect(key).toBe(on.server.deps.secrets.vapid.publicKey)
    expect(claims.aud).toBe(on.service.origin)
    expect(claims.sub).toBe(on.server.deps.config.vapidSubject)
    expect(claims.exp * 1000).toBeGreaterThan(Date.now())
    expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
    expect(message.headers['topic']).toMatch(/^[\w-]{32}$/)
    expect(Number(message.headers['ttl'])).toBeGreaterThan(86_300)
    expect(browser.json.endpoint).toContain(message.path)

    expect(on.read(browser)).toEqual({
      id: expect.any(Number) as number,
      title: 'Hats',
      text: 'Reached 1,000 clicks.',
      url: linkPath(link.id),
      group: 'clicks',
      tag: message.headers['topic'],
      unread: 1,
    })
    // Another browser cannot decrypt it.
    expect(() => on.service.subscribe().open(message.body)).toThrow(/./)
  })

  test('contains no token and no data of others', async () => {
    const bob = await signUp(on.server)
    const [hers, his] = [await on.browserOf(ana), await on.browserOf(bob)]
    await on.exported(1, ana)
    await on.exported(2, bob)
    await on.arrived(2)
    for (const [person, browser] of [
      [ana, hers],
      [bob, his],
    ] as const) {
      const mine = on.service.received.filter(({ path }) => browser.json.endpoint.endsWith(path))
      expect(mine).toHaveLength(1)
      const text = JSON.stringify(browser.open(mine[0]?.body ?? Buffer.alloc(0)))
      expect(text).not.toContain(person.token)
      expect(JSON.parse(text)).toMatchObject({ unread: 1 })
    }
  })

  test('is sent to every device of the user, once', async () => {
    await on.browserOf(ana)
    await on.browserOf(await signIn(on.server, ana))
    await on.exported(1, ana)
    await on.exported(1, ana)
    await on.arrived(2)
    await allJobsDone(on.server)
    expect(new Set(on.service.received.map(({ path }) => path)).size).toBe(2)
  })

  test('about several milestones is one, with the unread count', async () => {
    const browser = await on.browserOf(ana)
    const link = await addLink(on.server, { userId: ana.uuid, name: 'Hats' })
    const one = { id: link.id, userId: ana.uuid, name: 'Hats' }
    await on.server.deps.db.transaction((tx) =>
      notifyClicks(tx, [
        { ...one, clicks: 10 },
        { ...one, clicks: 100 },
      ]),
    )
    await allJobsDone(on.server)
    expect(on.service.received).toHaveLength(1)
    expect(on.read(browser)).toMatchObject({ text: 'Reached 100 clicks.', unread: 2 })
  })

  test('about a second milestone of a link replaces the first', async () => {
    await on.browserOf(ana)
    const [hats, socks] = await Promise.all([
      addLink(on.server, { userId: ana.uuid }),
      addLink(on.server, { userId: ana.uuid }),
    ])
    for (const [link, clicks] of [
      [hats, 10],
      [hats, 100],
      [socks, 10],
    ] as const) {
      await on.server.deps.db.transaction((tx) =>
        notifyClicks(tx, [{ id: link.id, userId: ana.uuid, name: 'x', clicks }]),
      )
      await allJobsDone(on.server)
    }
    const [first, second, other] = on.service.received.map(({ headers }) => headers['topic'])
    expect(second).toBe(first)
    expect(other).not.toBe(first)
  })
})

describe('settings and sessions', () => {
  test.each([
    [{ push: false }, 0],
    [{ special: false }, 0],
    [{ clicks: false, commission: false }, 1],
  ])('%j: %i messages, and the item is listed in any case', async (notifications, messages) => {
    await on.browserOf(ana)
    await ana.send('POST', '/v1/users/me/settings', { notifications })
    await on.push(1, ana)
    expect(on.service.received).toHaveLength(messages)
    expect(await texts(ana)).toHaveLength(1)
  })

  test('browsers get no messages after a sign-out or a new password', async () => {
    const phone = await signIn(on.server, ana)
    await on.browserOf(phone)
    await phone.send('POST', '/v1/logout')
    await on.push(1, ana)
    await on.browserOf(ana)
    await revokeEverySession(on.server.deps.db, ana.uuid)
    expect(await on.devices()).toEqual([])
    await on.push(2, ana)
    expect(on.service.received).toEqual([])
  })

  test('a message that was read meanwhile is not sent', async () => {
    await on.browserOf(ana)
    on.service.answers({ status: 503 })
    await on.exported(1, ana)
    await on.arrived(1)
    await ana.send('DELETE', `${ACTIVITY}/unreads`)
    await on.tryAgain()
    await allJobsDone(on.server)
    expect(on.service.received).toHaveLength(1)
  })
})
