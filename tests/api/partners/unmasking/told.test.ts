import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteAsBrand } from '../../../../server/partners/unmasking/brand-invitations.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startPushServer, type PushServer } from '#support/server/pushing.ts'
import { acceptByItself, partnerFor, inviteBy } from '#support/server/unmasking.ts'

let on: PushServer
beforeAll(async () => {
  on = await startPushServer()
})
afterAll(() => on.stop())

const listed = async (person: Person) =>
  (
    (await (await person.send('GET', '/v1/activity/special/rendered')).json()) as {
      notifications: { text: string; url: string }[]
    }
  ).notifications.map(({ text, url }) => ({ text, url }))

test('an invitation is listed and pushed, once, and leads to the connections (R-476)', async () => {
  const ana = await signUp(on.server)
  const browser = await on.browserOf(ana)
  const shop = await addShop(on.server, { name: 'Sample Kitchen' })
  const { id: partnerId } = await partnerFor(on.server, shop, ana)
  await inviteBy(on.server, shop, ana)
  await inviteBy(on.server, shop, ana)
  await on.arrived(1)
  expect(on.read(browser)).toMatchObject({
    title: 'Sample Kitchen',
    text: 'Wants to know who you are. Nothing changes until you accept.',
    url: '/partners/connections',
  })
  expect(await listed(ana)).toEqual([
    {
      text: 'Sample Kitchen wants to know who you are. Nothing changes until you accept.',
      url: '/partners/connections',
    },
  ])
  expect(JSON.stringify(on.read(browser))).not.toContain(partnerId)
})

test('the name of a brand is text and never HTML (R-477)', async () => {
  const ana = await signUp(on.server)
  const name = '<script>alert("1")</script> & Co'
  await inviteBy(on.server, await addShop(on.server, { name }), ana)
  const answer = await ana.send('GET', '/v1/activity/special/rendered')
  const { notifications } = (await answer.json()) as { notifications: { html: string }[] }
  expect(notifications.map(({ html }) => html)).toEqual([
    '<strong>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Co</strong> ' +
      'wants to know who you are. Nothing changes until you accept.',
  ])
})

test('one that was accepted by itself is told as what it is', async () => {
  const ana = await signUp(on.server)
  await acceptByItself(ana)
  await inviteBy(on.server, await addShop(on.server, { name: 'Lamps' }), ana)
  expect(await listed(ana)).toEqual([
    {
      text: 'Lamps sees your name now, as you accept invitations automatically.',
      url: '/partners/connections',
    },
  ])
})

test('what was undone is not told', async () => {
  const ana = await signUp(on.server)
  const shop = await addShop(on.server)
  const { id: partnerId } = await partnerFor(on.server, shop, ana)
  const { db } = on.server.deps
  const failing = db.transaction(async (tx) => {
    // A nested transaction, which the failure also rolls back.
    await inviteAsBrand(tx, { organizationId: shop.id, partnerId })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await listed(ana)).toEqual([])
})
