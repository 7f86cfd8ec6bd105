import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { revokeGrant } from '../../../../server/people/connected-accounts/revoke-grant-job.ts'
import { connectedAccounts } from '../../../../server/platform/db/schema.ts'
import { accountsOf, ACCOUNTS, connectAccount } from '#support/server/page/connected-accounts.ts'
import { signUp } from '#support/server/people.ts'
import { FB_APP, startProviderSite } from '#support/server/hosts/provider-site.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

const site = await forThisFile(startProviderSite())
const server = await startTestServer({ providers: site.providers, listen: true })
const ana = newCreatorPerTest(server)

describe('the list', () => {
  test('is empty at first, and contains only the user’s own accounts (R-362, A-079)', async () => {
    expect(await accountsOf(ana)).toEqual([])
    const mine = await connectAccount(ana, site, 'instagram')
    expect(await accountsOf(ana)).toEqual([mine])
    expect(await accountsOf(await signUp(server))).toEqual([])
  })

  test('account_type=1 selects those of Instagram (R-363)', async () => {
    const [instagram, facebook] = [
      await connectAccount(ana, site, 'instagram'),
      await connectAccount(ana, site, 'facebook'),
    ]
    expect(await accountsOf(ana)).toEqual([instagram, facebook])
    expect(await accountsOf(ana, '?account_type=1')).toEqual([instagram])
    expect(await accountsOf(ana, '?account_type=2')).toEqual([facebook])
    expect((await ana.send('GET', `${ACCOUNTS}?account_type=3`)).status).toBe(400)
  })
})

describe('an account', () => {
  test('is switched off and stays off (R-364, A-080)', async () => {
    const { id } = await connectAccount(ana, site, 'instagram')
    const answer = await ana.send('PATCH', `${ACCOUNTS}${id}/`, { is_active: false })
    expect([answer.status, await answer.json()]).toMatchObject([200, { id, is_active: false }])
    expect(await accountsOf(ana)).toMatchObject([{ id, is_active: false }])
    expect((await ana.send('PATCH', `${ACCOUNTS}${id}/`, { is_active: 'x' })).status).toBe(400)
  })

  test('is deleted with its token; Facebook is asked to end the access (R-365, A-080)', async () => {
    site.facebookId = 'goes'
    const { id } = await connectAccount(ana, site, 'facebook')
    const answer = await ana.send('DELETE', `${ACCOUNTS}${id}/`)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(await accountsOf(ana)).toEqual([])
    expect(await rowsOf(id)).toEqual([])
    await expect.poll(() => site.revoked).toEqual([['goes', `${FB_APP.id}|${FB_APP.secret}`]])
    expect((await ana.send('DELETE', `${ACCOUNTS}${id}/`)).status).toBe(404)
  })

  test('that was connected again keeps its access', async () => {
    site.facebookId = 'again'
    const before = site.revoked.length
    await connectAccount(ana, site, 'facebook')
    const payload = { accountType: 2, providerId: 'again' } as const
    await revokeGrant(server.deps, payload, new AbortController().signal)
    expect(site.revoked).toHaveLength(before)
  })

  test.each(['0', '-1', 'x', '99999999999', '2147483647'])('is not found under %s', async (id) => {
    expect((await ana.send('PATCH', `${ACCOUNTS}${id}/`, { is_active: true })).status).toBe(404)
    expect((await ana.send('DELETE', `${ACCOUNTS}${id}/`)).status).toBe(404)
  })

  test('of another user is not found and stays unchanged', async () => {
    const { id } = await connectAccount(ana, site, 'instagram')
    const bob = await signUp(server)
    expect((await bob.send('PATCH', `${ACCOUNTS}${id}/`, { is_active: false })).status).toBe(404)
    expect((await bob.send('DELETE', `${ACCOUNTS}${id}/`)).status).toBe(404)
    expect(await accountsOf(ana)).toMatchObject([{ id, is_active: true }])
  })
})

const rowsOf = (id: number) =>
  server.deps.db.select().from(connectedAccounts).where(eq(connectedAccounts.id, id))
