// Runs in an earlier commit of the repository (scripts/leave-release.mjs), so it must not import
// today's files.
// oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, vitest/expect-expect -- of whichever state it is, and it only leaves something
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'

const TODAY = process.env['TODAY'] ?? ''
const AT = process.env['LEAVE_AT'] ?? ''
const SUPPORT = join(process.cwd(), 'tests/support/server')

/**
 * Imports the first of these files that exists, because files were moved. Null if that commit has
 * none.
 */
async function importFirst(...names: string[]): Promise<any> {
  const name = names.find((one) => existsSync(join(SUPPORT, one)))
  return name === undefined ? null : import(join(SUPPORT, name))
}

const AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test('leaves a database', async () => {
  const { createTestServer } = await importFirst('test-app.ts')
  const { signUp } = await importFirst('people.ts')
  const { addLink, editLink } = await importFirst('links.ts')
  const { addCollection } = await importFirst('links/collections.ts', 'collections.ts')
  const { upload } = await importFirst('links/uploading.ts', 'uploading.ts')
  const money = await importFirst('money/conversions.ts', 'conversions.ts')

  const server = await createTestServer({ listen: true })
  const ana = await signUp(server, 'ana@people.example')
  const link = await addLink(ana, 'https://shop.example/lamp')
  const edited = await addLink(ana, 'https://shop.example/a\\tb?x=%0A&name=\u{1F4A1}\u00e9')
  await editLink(ana, edited, { name: 'An old lamp', tags: ['lamps'], is_hidden: true })
  await addCollection(ana, 'Kitchen')
  await upload(server, ana)
  const headers = { 'user-agent': AGENT }
  await fetch(server.origin + new URL(link.split_url).pathname, { headers, redirect: 'manual' })
  await server.deps.clicks.settle()
  if (money) {
    const shop = await money.addShop(server)
    const { clickId } = await money.selling(server, shop, ana)
    const order = {
      order_id: 'A-1',
      click_id: clickId,
      status: 'approved',
      amount: '20.00',
      currency: 'USD',
    }
    const told = await money.tell(server, shop, order)
    if (told.status >= 300) throw new Error(`no order: ${JSON.stringify(told)}`)
  }
  const { writeBackup } = await import(join(TODAY, 'server/operator/backup/write-backup.ts'))
  const { openPool } = await import(join(TODAY, 'server/platform/db/client.ts'))
  const { silent } = await import(join(TODAY, 'server/operator/backup/progress.ts'))
  const pool = openPool(server.database.address, { max: 1 })
  const { config, secrets } = server.deps
  await writeBackup({ pool, config, secrets }, AT, { passphrase: null, progress: silent })
  await pool.end()
  await server.stop()
})
