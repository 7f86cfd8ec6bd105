import { readFileSync, readdirSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { ACTIONS, actionOf, type ActionName } from '../../../../server/operator/actions/actions.ts'
import {
  addEntry,
  COMMAND_LINE,
  verifyEntries,
} from '../../../../server/operator/actions/audit-log.ts'
import { perform } from '../../../../server/operator/actions/perform.ts'
import {
  READING_COMMANDS,
  RECORDED_COMMANDS,
  recordedCommand,
} from '../../../../server/operator/actions/recorded-command.ts'
import { auditCommand } from '../../../../server/operator/audit-command.ts'
import { linkCommand } from '../../../../server/operator/links.ts'
import { resetFactorsCommand } from '../../../../server/operator/reset-factors.ts'
import { saveStaff, staffByEmail } from '../../../../server/operator/staff/staff.ts'
import { staffCommand } from '../../../../server/operator/staff-commands.ts'
import { ConfigError } from '../../../../server/platform/config/config.ts'
import type { TransactionSql } from '../../../../server/platform/db/sql.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { addLink } from '#support/server/links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const ana = newCreatorPerTest(server)
const { db, sql } = server.deps

type Row = Record<'who' | 'action' | 'subject' | 'why', string> & {
  position: number
  before: unknown
  after: unknown
}
const entries = () => sql<Row[]>`
  select position, who, action, subject, before, after, why from audit_entries order by position`
const verify = async () => auditCommand(['audit', 'verify'])?.()(db)

/** Empties the log, which its triggers otherwise refuse. */
const empty = () =>
  sql.begin(async (tx) => {
    await tx`alter table audit_entries disable trigger user`
    await tx`delete from audit_entries`
    await tx`delete from operator_settings where key = 'audit-head'`
    await tx`alter table audit_entries enable trigger user`
  })
beforeEach(empty)

type Command = (
  words: string[],
) =>
  | ((options: never) => (...of: [typeof db, typeof server.deps.config]) => Promise<string>)
  | undefined

/** Runs a command as the operator's program does. */
function run(command: Command, words: string[], options: Record<string, string> = {}) {
  const work = command(words)?.(options as never)
  if (!work) throw new Error('no such command')
  return recordedCommand(words, options, work)(db, server.deps.config)
}

const isKnown = (command: string) =>
  [command, command.split(' ')[0] ?? ''].some(
    (one) => Object.hasOwn(RECORDED_COMMANDS, one) || READING_COMMANDS.includes(one),
  )

describe('the list of actions', () => {
  const names = Object.keys(ACTIONS) as ActionName[]

  test('has a permission and an undo or a reason why not for each', () => {
    const incomplete = names.filter((name) => {
      const { undo, does, roles } = actionOf(name)
      const isUndone =
        typeof undo === 'string' ? Object.hasOwn(ACTIONS, undo) : undo.no.endsWith('.')
      return does === '' || roles === undefined || !isUndone
    })
    expect(incomplete).toEqual([])
  })

  test('never lets viewers act, and lets only finance and owners move money', () => {
    const tooMany = names.filter((name) => {
      const { roles, proof } = actionOf(name)
      return roles.includes('viewer') || (proof === 'money' && roles.includes('support'))
    })
    expect(names.filter((name) => actionOf(name).proof === 'money').length).toBeGreaterThan(8)
    expect(tooMany).toEqual([])
  })

  test('has each command of the command line, or it only reads', () => {
    const files = readdirSync('server/operator').filter((name) => name.endsWith('.ts'))
    const source = ['server/operator.ts', ...files.map((name) => `server/operator/${name}`)]
      .map((name) => readFileSync(name, 'utf8'))
      .join('\n')
    const usage = [...source.matchAll(/npm run operator -- ([^\n`]+)/g)].map(
      ([, line = '']) => line,
    )
    const words = usage.flatMap((line) => {
      const [noun = ''] = line.split(' ')
      const verbs = line.slice(noun.length).replace(/\[[^\]]*\]|<[^>]*>(\.\.\.)?|--\S+/g, '')
      const known = verbs.match(/[a-z]+/g) ?? []
      return known.length === 0 ? [noun] : known.map((verb) => `${noun} ${verb}`)
    })
    // Backups are files, and a restore replaces the whole database with its log.
    const backups = /^(backup|verify|restore|upgrade-database|move-database)( |$)/
    expect(words.length).toBeGreaterThan(40)
    expect(words.filter((word) => !isKnown(word) && !backups.test(word))).toEqual([])
  })
})

describe('the command line', () => {
  test('records who changed what, before and after, and why', async () => {
    await addLink(ana)
    const [row] = await sql<{ code: string }[]>`
      select short_code as code from links where user_id = ${ana.uuid}`
    const code = row?.code ?? ''
    await run(linkCommand, ['block', code], { why: 'It is a trap', rule: 'No traps' })
    await run(linkCommand, ['unblock', `${server.deps.config.shortLinkHost}/${code}+`])
    const open = { blocked: false, why: '', rule: '' }
    const blocked = { blocked: true, why: 'It is a trap', rule: 'No traps' }
    expect(await entries()).toEqual([
      {
        position: 1,
        who: 'command line',
        action: 'content.block',
        subject: `link ${code}`,
        before: open,
        after: blocked,
        why: 'It is a trap',
      },
      {
        position: 2,
        who: 'command line',
        action: 'content.unblock',
        subject: `link ${code}`,
        before: blocked,
        after: open,
        why: '',
      },
    ])
  })

  test('names users by number, and writes no link into the log', async () => {
    const reset = { email: ana.email, why: 'Lost phone' }
    await run(resetFactorsCommand, ['reset-factors'], reset)
    const invite = ['staff', 'invite', 'ben@staff.example']
    const printed = await run(staffCommand, invite, { role: 'viewer' })
    const [link = ''] = /http\S+/.exec(printed) ?? []
    const rows = await entries()
    expect(rows.map(({ subject }) => subject)).toEqual([
      `user ${ana.uuid}`,
      'staff ben@staff.example',
    ])
    expect(rows[1]).toMatchObject({ before: null, after: { role: 'viewer' } })
    expect(JSON.stringify(rows)).not.toContain(ana.email)
    expect(JSON.stringify(rows)).not.toContain(link.split('/').at(-1))
  })

  test('leaves no entry if nothing was done', async () => {
    const missing = run(linkCommand, ['block', 'nosuch'], { why: 'x', rule: 'y' })
    await expect(missing).rejects.toThrow('There is no link nosuch')
    expect(await entries()).toEqual([])
  })
})

const EMAIL = 'role@staff.example'
const attempt = { action: 'staff.role', subject: `staff ${EMAIL}`, why: '' } as const

test('an action and its entry are stored together or not at all', async () => {
  const broken = perform(db, COMMAND_LINE, attempt, async (tx) => {
    await saveStaff(tx, EMAIL, 'viewer')
    throw new Error('the disk is full')
  })
  await expect(broken).rejects.toThrow('the disk is full')
  expect(await entries()).toEqual([])
  expect(await staffByEmail(db, EMAIL)).toBeUndefined()
})

test('a decision that is refused in part is recorded, and the refusal is reported', async () => {
  const partly = perform(db, COMMAND_LINE, attempt, async (tx) => {
    await saveStaff(tx, EMAIL, 'viewer')
    throw new ConfigError('2 is paid and was not changed.')
  })
  await expect(partly).rejects.toThrow('2 is paid')
  expect(await entries()).toMatchObject([{ before: null, after: { role: 'viewer' } }])
})

const fill = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      db.transaction((tx) =>
        addEntry(tx, {
          ...COMMAND_LINE,
          action: 'message.send',
          subject: `channel ${n}`,
          before: null,
          after: { b: [1, { d: 'é' }], a: null },
          why: '',
        }),
      ),
    ),
  )
const forge = (change: (tx: TransactionSql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`alter table audit_entries disable trigger user`
    await change(tx)
    await tx`alter table audit_entries enable trigger user`
  })

const refusal = (statement: Promise<unknown>) =>
  statement.then(
    () => 'done',
    (error: Error) => error.message,
  )

describe('the log', () => {
  test('has no gap after simultaneous actions, and is complete', async () => {
    expect(await verify()).toBe('The audit log is whole: 0 entries.')
    await fill(12)
    expect((await entries()).map(({ position }) => position)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    )
    expect(await verify()).toBe('The audit log is whole: 12 entries.')
  })

  test('refuses changes', async () => {
    await fill(2)
    await expect(refusal(sql`update audit_entries set why = 'x'`)).resolves.toContain(
      'are never changed',
    )
    await expect(refusal(sql`delete from audit_entries`)).resolves.toContain('are never changed')
    await expect(refusal(sql`truncate audit_entries`)).resolves.toContain('are never changed')
    expect((await verifyEntries(db)).problems).toEqual([])
  })

  test('finds a changed entry', async () => {
    await fill(4)
    await forge((tx) => tx`update audit_entries set why = 'fine' where position = 2`)
    await expect(verify()).rejects.toThrow('Entry 2 was changed.')
  })

  test('finds missing entries in the middle, at the start and at the end', async () => {
    const cases: [number[], string][] = [
      [[3], 'Entry 3 is missing.'],
      [[2, 3], 'Entries 2 to 3 are missing.'],
      [[1], 'Entry 1 is missing.'],
      [[4, 5], 'Entries 4 to 5 are missing.'],
    ]
    for (const [gone, text] of cases) {
      await empty()
      await fill(5)
      await forge((tx) => tx`delete from audit_entries where position = any(${gone}::int[])`)
      expect((await verifyEntries(db)).problems).toEqual([text])
    }
  })

  test('finds moved entries, also if the gap was closed', async () => {
    await fill(4)
    await forge(
      (tx) => tx`update audit_entries set position = case position when 2 then -3 else -2 end
        where position in (2, 3)`,
    )
    await forge((tx) => tx`update audit_entries set position = -position where position < 0`)
    expect((await verifyEntries(db)).problems).toContain('Entry 2 does not belong after entry 1.')
    await empty()
    await fill(4)
    await forge((tx) => tx`delete from audit_entries where position = 2`)
    await forge((tx) => tx`update audit_entries set position = position - 1 where position > 2`)
    expect((await verifyEntries(db)).problems).toContain('Entry 2 does not belong after entry 1.')
  })
})
