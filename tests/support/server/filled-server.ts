import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShortLink } from '#contract/links/short-link.ts'
import { COMMAND_LINE } from '../../../server/operator/actions/audit-log.ts'
import { perform } from '../../../server/operator/actions/perform.ts'
import { listBackupFiles } from '../../../server/operator/backup/files.ts'
import { saveStaff } from '../../../server/operator/staff/staff.ts'
import { inviteStaff } from '../../../server/operator/staff/staff-invitations.ts'
import { closeUntil } from '../../../server/redirect/click-log/close-clicks.ts'
import { addAuthenticator } from './factors.ts'
import { addLink, editLink } from './links.ts'
import { upload } from './links/uploading.ts'
import { addMember } from './members.ts'
import { addClick, addShop, DAY_MS, selling, tell } from './money/conversions.ts'
import { signUp, type Person } from './people.ts'
import { createTestServer, type TestServer } from './test-app.ts'

export type FilledServer = { server: TestServer; person: Person; link: ShortLink }

/**
 * Creates a server with some data of each kind: user, second factor, person with access, links and
 * their history, picture, order with commission, mails, jobs, staff, audit log and closed clicks.
 */
export async function createFilledServer(): Promise<FilledServer> {
  const server = await createTestServer()
  const person = await signUp(server)
  const link = await addLink(person)
  // Characters that COPY escapes, and non-ASCII ones.
  const odd = await addLink(person, 'https://shop.example/a\\tb?x=%0A&name=\u{1F4A1}\u00e9')
  await editLink(person, odd, { name: 'Odd address' })
  await addAuthenticator(person)
  await addMember(server, person, ['edit'])
  await upload(server, person)
  const shop = await addShop(server)
  const { clickId, link: shopLink } = await selling(server, shop, person)
  await addClick(server, shopLink, { at: new Date(Date.now() - 20 * DAY_MS) })
  await closeUntil(server.deps.sql, Date.now() - DAY_MS, new AbortController().signal)
  const order = {
    order_id: 'A-1',
    click_id: clickId,
    status: 'approved',
    amount: '20.00',
    currency: 'USD',
  }
  const response = await tell(server, shop, order)
  if (response.status >= 300) throw new Error(`no order: ${JSON.stringify(response)}`)
  await perform(
    server.deps.db,
    COMMAND_LINE,
    { action: 'staff.invite', subject: 'staff ben@staff.example', why: '' },
    async (tx) =>
      inviteStaff(
        tx,
        server.deps.config.appOrigin,
        (await saveStaff(tx, 'ben@staff.example', 'owner')).id,
      ),
  )
  const pages = join(server.deps.config.dataDir, 'pages')
  mkdirSync(pages)
  writeFileSync(join(pages, 'a file.bin'), randomBytes(200_000))
  return { server, person, link }
}

/** Returns all files of a data folder that a backup contains, with their content. */
export async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const paths = await listBackupFiles({ dataDir })
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(dataDir, path)).toString('base64')]),
  )
}
