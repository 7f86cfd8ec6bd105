import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listed } from '#support/server/activity.ts'
import { leaveAccount, placesOf, purge } from '#support/server/leaving.ts'
import { ACCOUNTS, addMember, INVITATION, invite, MEMBERS } from '#support/server/members.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const newSlug = () => `ana${randomUUID().slice(0, 8)}`

const server = await startTestServer({ jobs: true })

const itemsOf = async (owner: Person) =>
  (await listed(owner)).notifications.map(({ text, url }) => [text, url])

describe('the owner sees in the list of activity', () => {
  test('who got, declined and lost access', async () => {
    const ana = await signUp(server)
    const [refusing, leaving] = [await signUp(server), await addMember(server, ana, ['edit'])]
    const { member: removed } = await addMember(server, ana, ['edit'])
    const declined = await invite(server, ana, refusing.email)
    await refusing.send('POST', `${INVITATION}decline/`, { key: declined.key })
    await leaving.member.send('DELETE', `${ACCOUNTS}${ana.uuid}/`)
    await ana.send('DELETE', `${MEMBERS}${removed.uuid}/`)
    // A person without access cannot be removed a second time.
    expect((await ana.send('DELETE', `${MEMBERS}${removed.uuid}/`)).status).toBe(404)
    const at = '/settings/people'
    const lost = 'no longer has access to your account. If this wasn’t you, set a new password.'
    expect(await itemsOf(ana)).toEqual([
      [`${removed.email} ${lost}`, at],
      [`${leaving.member.email} gave up access to your account.`, at],
      [`${refusing.email} declined your invitation.`, at],
      [`${removed.email} now has access to your account.`, at],
      [`${leaving.member.email} now has access to your account.`, at],
    ])
    expect(await itemsOf(removed)).toEqual([])
  })

  test('that a member changed the address of the page, but not their own changes', async () => {
    const ana = await signUp(server)
    const { member, acting } = await addMember(server, ana, ['edit'])
    const [slug, second, third] = [newSlug(), newSlug(), newSlug()]
    const made = await ana.send('POST', '/v2/my/pages/', { title: 'Ana', slug })
    const { id } = (await made.json()) as { id: number }
    const path = `/v2/my/pages/${id}/`
    expect((await acting.send('PATCH', path, { title: 'Ana Moss' })).status).toBe(200)
    expect((await acting.send('PATCH', path, { slug: second })).status).toBe(200)
    expect((await ana.send('PATCH', path, { slug: third })).status).toBe(200)
    const [newest, ...others] = await itemsOf(ana)
    expect(newest).toEqual([
      `${member.email} changed the address of your page to ${second}.`,
      '/splitpage',
    ])
    expect(others).toHaveLength(1)
  })
})

test('activity of the owner loses the name of a person whose account was deleted', async () => {
  const ana = await signUp(server)
  const { member } = await addMember(server, ana, ['edit'])
  await leaveAccount(server, member)
  await purge(server)
  const { notifications } = await listed(ana)
  expect(notifications.map(({ text }) => text)).toEqual([
    'A deleted account now has access to your account.',
  ])
  expect(await placesOf(server, member.uuid)).not.toContain('activity_items.details')
})
