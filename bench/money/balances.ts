import type { Database } from '../../server/platform/db/client.ts'
import { writeCheckpoints } from '../../server/money/ledger/balance.ts'
import { OPERATOR } from '../../server/money/ledger/post.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { reachableAt } from '#support/server/hosts/requests.ts'
import { median } from '../support/table.ts'

/** Number of entries after the checkpoint. Maintenance writes no new checkpoint for so few. */
const AFTER_CHECKPOINT = 400
const A_TRANSACTION = 1000

/** Creates a user with this many ledger entries before a checkpoint. */
export async function addBalances(
  { origin }: { origin: string },
  { db, sql }: Database,
  entries: number,
): Promise<Person> {
  const person = await signUp(reachableAt(origin))
  const owner = person.uuid
  await sql`insert into ledger_owners (owner) values (${owner}) on conflict do nothing`
  const add = (count: number) => sql`
    with lots as (
      select n, gen_random_uuid() as id from generate_series(0, ${Math.ceil(count / A_TRANSACTION) - 1}::int) as n
    ),
    own as (
      insert into ledger_entries (transaction_id, account, owner, cents, kind, reference)
      select lots.id, 'available', ${owner}, 1 + entry % 500, 'given', 'bench:' || entry
      from generate_series(0, ${count - 1}::int) as entry join lots on lots.n = entry / ${A_TRANSACTION}
      returning transaction_id, cents
    )
    insert into ledger_entries (transaction_id, account, owner, cents, kind, reference)
    select transaction_id, 'bonus', ${OPERATOR}, -sum(cents), 'given', 'bench' from own
    group by transaction_id`
  await add(entries)
  await writeCheckpoints(db)
  await add(AFTER_CHECKPOINT)
  return person
}

/** Returns the median duration of a read in ms. */
export async function readBalance(person: Person, reads: number): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < reads; n += 1) {
    const startedAt = performance.now()
    const answer = await person.send('GET', '/v1/bank/redemptions/?page_size=1')
    await answer.json()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}
