import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  sumsOf,
  writeCheckpoint,
  writeCheckpoints,
} from '../../../../server/money/ledger/balance.ts'
import { lockOwners } from '../../../../server/money/ledger/lock.ts'
import { OPERATOR, post } from '../../../../server/money/ledger/post.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

/** Posts a payment of `cents` from the operator to the owner. */
const give = (owner: string, cents: number) =>
  server.deps.db.transaction(async (tx) => {
    await lockOwners(tx, [owner])
    return post(tx, {
      kind: 'given',
      reference: 'test',
      entries: [
        { account: 'available', owner, cents },
        { account: 'bonus', owner: OPERATOR, cents: -cents },
      ],
    })
  })

const entries = async (owner: string) =>
  server.deps.sql<{ cents: string }[]>`select cents from ledger_entries where owner = ${owner}`

/** Returns the database's error message, or "done". */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    const cause = (error as Error).cause
    return cause instanceof Error ? cause.message : (error as Error).message
  }
}

test('entries cannot be changed, deleted or truncated by anybody', async () => {
  const owner = randomUUID()
  await give(owner, 500)
  const { sql } = server.deps
  const tried = [
    () => sql`update ledger_entries set cents = 1 where owner = ${owner}`,
    () => sql`delete from ledger_entries where owner = ${owner}`,
    () => sql`truncate ledger_entries`,
    () => sql`truncate ledger_entries cascade`,
  ]
  for (const attempt of tried) expect(await refusal(attempt())).toContain('are never changed')
  expect(await entries(owner)).toEqual([{ cents: '500' }])
})

test('the entries of a transaction add up to zero, or none is written', async () => {
  const owner = randomUUID()
  const unequal = server.deps.db.transaction((tx) =>
    post(tx, {
      kind: 'given',
      reference: 'test',
      entries: [{ account: 'available', owner, cents: 500 }],
    }),
  )
  expect(await refusal(unequal)).toContain('add up to 500')
  const byHand = server.deps.sql`
    insert into ledger_entries (transaction_id, account, owner, cents, kind, reference)
    values (${randomUUID()}, 'available', ${owner}, 500, 'given', 'test')`
  expect(await refusal(byHand)).toContain('adds up to 500')
  expect(await entries(owner)).toEqual([])
})

test('a movement is one statement: half of it is refused, even if the other half follows', async () => {
  const owner = randomUUID()
  const id = randomUUID()
  const halves = server.deps.sql.begin(async (tx) => {
    for (const cents of [700, -700]) {
      await tx`
        insert into ledger_entries (transaction_id, account, owner, cents, kind, reference)
        values (${id}, 'available', ${owner}, ${cents}, 'given', 'test')`
    }
  })
  expect(await refusal(halves)).toContain(`${id} adds up to 700`)
  expect(await entries(owner)).toEqual([])
})

test('of many movements in one statement each has to add up to zero', async () => {
  const owner = randomUUID()
  const [one, other] = [randomUUID(), randomUUID()]
  const { sql } = server.deps
  const write = (last: number) => sql`
    insert into ledger_entries (transaction_id, account, owner, cents, kind, reference)
    select id, account, ${owner}, cents, 'given', 'test' from (values
      (${one}::uuid, 'pending', 300), (${one}::uuid, 'available', -300),
      (${other}::uuid, 'pending', 200), (${other}::uuid, 'available', ${last}::int)
    ) as entry (id, account, cents)`
  expect(await refusal(write(-201))).toContain(`${other} adds up to -1`)
  // The total of both transactions is zero, but neither balances by itself.
  const crossed = sql`
    insert into ledger_entries (transaction_id, account, owner, cents, kind, reference)
    values (${one}, 'pending', ${owner}, 50, 'given', 'test'),
      (${other}, 'pending', ${owner}, -50, 'given', 'test')`
  expect(await refusal(crossed)).toContain('adds up to')
  expect(await entries(owner)).toEqual([])
  await write(-200)
  expect(await entries(owner)).toHaveLength(4)
})

test('entries of one account are merged, and entries of zero are not written', async () => {
  const owner = randomUUID()
  const id = await server.deps.db.transaction((tx) =>
    post(tx, {
      kind: 'given',
      reference: 'test',
      entries: [
        { account: 'available', owner, cents: 300 },
        { account: 'available', owner, cents: -300 },
      ],
    }),
  )
  expect(id).toBeNull()
  expect(await entries(owner)).toEqual([])
})

test('values that are not whole cents are refused', async () => {
  const owner = randomUUID()
  for (const cents of [0.5, Number.NaN, 2 ** 53])
    expect(await refusal(give(owner, cents))).toContain('not a number of cents')
})

test('entries stay when their user is deleted', async () => {
  const ana = await signUp(server)
  await give(ana.uuid, 1200)
  await server.deps.sql`delete from users where id = ${ana.uuid}`
  expect(await sumsOf(server.deps.db, ana.uuid)).toEqual({ available: 1200 })
})

test('a balance is the same with and without checkpoints', async () => {
  const owner = randomUUID()
  for (const cents of [100, 250, -30]) await give(owner, cents)
  expect(await sumsOf(server.deps.db, owner)).toEqual({ available: 320 })
  await server.deps.db.transaction((tx) => writeCheckpoint(tx, owner))
  expect(await sumsOf(server.deps.db, owner)).toEqual({ available: 320 })
  await give(owner, 80)
  expect(await sumsOf(server.deps.db, owner)).toEqual({ available: 400 })
  await writeCheckpoints(server.deps.db, 0)
  expect(await sumsOf(server.deps.db, owner)).toEqual({ available: 400 })
})

test('a checkpoint during many movements loses none of them', async () => {
  const owner = randomUUID()
  const gifts = Array.from({ length: 20 }, () => give(owner, 5))
  const checkpoints = [1, 2, 3].map(() =>
    server.deps.db.transaction((tx) => writeCheckpoint(tx, owner)),
  )
  await Promise.all([...gifts, ...checkpoints])
  expect(await sumsOf(server.deps.db, owner)).toEqual({ available: 100 })
})

test('users are locked in one order, in whichever order they are named', async () => {
  const [a, b] = [randomUUID(), randomUUID()]
  const both = Array.from({ length: 10 }, (_, n) =>
    server.deps.db.transaction((tx) => lockOwners(tx, n % 2 ? [a, b] : [b, a])),
  )
  expect(await Promise.all(both)).toHaveLength(10)
})
