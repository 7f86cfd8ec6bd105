import { expect, test } from 'vitest'
import { inviteAsBrand } from '../../../../server/partners/unmasking/brand-invitations.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startPushServer } from '#support/server/pushing.ts'
import { acceptByItself, partnerFor, inviteBy } from '#support/server/unmasking.ts'

const on = await startPushServer()

type Listed = { notifications: { text: string; url: string; html: string }[] }
const listOf = async (person: Person) =>
  (await person.get<Listed>('/v1/activity/special/rendered')).notifications
const listed = async (person: Person) =>
  (await listOf(person)).map(({ text, url }) => ({ text, url }))

test('an invitation is listed and pushed once, with the address of the connections (R-476)', async () => {
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

test('the name of a brand is escaped (R-477)', async () => {
  const ana = await signUp(on.server)
  const name = '<script>alert("1")</script> & Co'
  await inviteBy(on.server, await addShop(on.server, { name }), ana)
  expect((await listOf(ana)).map(({ html }) => html)).toEqual([
    '<strong>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Co</strong> ' +
      'wants to know who you are. Nothing changes until you accept.',
  ])
})

test('an automatically accepted invitation has its own text', async () => {
  const ana = await signUp(on.server)
  await acceptByItself(ana)
  await inviteBy(on.server, await addShop(on.server, { name: 'Lamps' }), ana)
  expect(await listed(ana)).toEqual([
    {
      text: 'Lamps can now see your name, because you accept invitations automatically.',
      url: '/partners/connections',
    },
  ])
})

test('an invitation that was rolled back is not listed', async () => {
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
