import { clearLinkCaches } from '../../links/invalidate.ts'
import { HOSTS_CHANNEL } from '../../links/host-changes.ts'
import { exactKey, linkKey, plainKey } from '../../links/link-key.ts'
import type { Channel } from '../../platform/db/notify.ts'
import { columns, type Sql, type TransactionSql } from '../../platform/db/sql.ts'
import type { Origin } from './origin-client.ts'
import {
  columnsOf,
  FEED_TABLES,
  type Feed,
  type FeedTable,
  type Row,
  type TableChanges,
} from './feed-tables.ts'

/** Notices that make the redirector read a changed row again, by table. */
const NOTICES: Record<string, { channel: Channel; of: (row: Row) => string }> = {
  links: {
    channel: 'split_links',
    of: (row) =>
      linkKey({
        domainId: Number(row['domain_id']),
        shortCode: String(row['short_code']),
        exactCode: row['exact_code'] === true,
      }),
  },
  former_codes: {
    channel: 'split_links',
    of: (row) => {
      const [domain, exact] = [Number(row['domain_id']), String(row['exact_code'])]
      return exact === '' ? plainKey(domain, String(row['code'])) : exactKey(domain, exact)
    },
  },
  link_domains: { channel: HOSTS_CHANNEL, of: (row) => String(row['domain']) },
  users: { channel: 'split_owners', of: (row) => String(row['id']) },
  network_settings: { channel: 'split_owners', of: (row) => String(row['user_id']) },
}
/** Tables whose changes can affect any link. They change rarely. */
const AFFECT_ALL = new Set(['brands', 'stores', 'link_passwords'])

/** Word after the key in a notice, where other servers name the edit. */
const EDIT = 'edge'

/** Applies changes in one transaction and makes the redirector read the changed rows again. */
export async function applyChanges(sql: Sql, { tables, cursor }: Feed): Promise<void> {
  await sql.begin(async (tx) => {
    for (const changes of tables) {
      const table = FEED_TABLES.find(({ name }) => name === changes.name)
      // An origin of a later version can have more tables.
      // oxlint-disable-next-line no-await-in-loop -- one connection changes one table after another
      if (table) await applyTo(tx, table, changes)
    }
    await saveCursor(tx, cursor)
  })
  if (tables.some(({ name }) => AFFECT_ALL.has(name))) clearLinkCaches()
}

async function applyTo(tx: TransactionSql, table: FeedTable, { keys, rows }: TableChanges) {
  const name = columns([table.name])
  const key = columns(table.key)
  const before = await tx<{ row: Row }[]>`
    delete from ${name} where (${key}) in (
      select ${key} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(keys)}::text::jsonb))
    returning to_jsonb(${name}) as row`
  await insertRows(tx, table, rows)
  await announce(tx, table.name, [...before.map(({ row }) => row), ...rows])
}

async function insertRows(tx: TransactionSql, table: FeedTable, rows: Row[]) {
  if (rows.length === 0) return
  const name = columns([table.name])
  const all = columns(columnsOf(table))
  await tx`
    insert into ${name} (${all})
    select ${all} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::text::jsonb)`
}

async function announce(tx: TransactionSql, name: string, rows: Row[]) {
  const notice = NOTICES[name]
  if (!notice || rows.length === 0) return
  const space = notice.channel === 'split_owners' ? '' : ` ${EDIT}`
  const payloads = [...new Set(rows.map(notice.of))].map((key) => key + space)
  await tx`
    select pg_notify(${notice.channel}::text, payload)
    from jsonb_array_elements_text(${JSON.stringify(payloads)}::text::jsonb) as payload`
}

const saveCursor = (tx: TransactionSql | Sql, cursor: string) =>
  tx`update edge_state.edge set cursor = ${cursor}`

/**
 * Copies all rows in one transaction, so that redirects use the old rows until all new ones are
 * there. The pages were read at different times, so the changes after `cursor` have to follow.
 */
export async function copyAll(sql: Sql, origin: Origin, cursor: string): Promise<void> {
  await sql.begin(async (tx) => {
    for (const table of FEED_TABLES) {
      // oxlint-disable-next-line no-await-in-loop -- one connection fills one table after another
      await copyTable(tx, table, origin)
    }
    await saveCursor(tx, cursor)
  })
  clearLinkCaches()
}

async function copyTable(tx: TransactionSql, table: FeedTable, origin: Origin) {
  const name = columns([table.name])
  const isHosts = table.name === 'link_domains'
  const before = isHosts ? await tx<Row[]>`select domain from link_domains` : []
  await tx`delete from ${name}`
  let after: Row | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins after the one before
    const page = await origin.rows(table.name, after)
    // oxlint-disable-next-line no-await-in-loop
    await insertRows(tx, table, page.rows)
    // oxlint-disable-next-line no-await-in-loop
    if (isHosts) await announce(tx, table.name, [...before, ...page.rows])
    after = page.next
  } while (after !== null)
}
