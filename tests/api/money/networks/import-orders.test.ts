import { describe, expect, test } from 'vitest'
import type { NetworkRow, RowStatus } from '#contract/money/networks.ts'
import { createDice, type Dice } from '#support/server/money/dice.ts'
import { sendReport } from '#support/server/money/network-reports.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const DAYS = 28
const dayOf = (n: number) => `2026-02-${String(n).padStart(2, '0')}`

/** Transaction with the days on which its network changes it. */
type Transaction = {
  id: number
  day: number
  cents: number
  decidedOn: number
  decision: RowStatus
  /** Day on which the decision is reversed and the amount corrected. */
  correctedOn: number
  corrected: number
}

/** Report made on a day about a range of days. */
type Report = { madeOn: number; from: number; until: number }

const someTransactions = (dice: Dice): Transaction[] =>
  Array.from({ length: 25 }, (_, id) => {
    const day = 1 + dice.below(DAYS)
    const decidedOn = day + 1 + dice.below(20)
    return {
      id,
      day,
      cents: 1 + dice.below(100_000),
      decidedOn,
      decision: dice.below(2) === 0 ? 'approved' : 'declined',
      correctedOn: decidedOn + 1 + dice.below(20),
      corrected: 1 + dice.below(100_000),
    }
  })

const someReports = (dice: Dice): Report[] =>
  Array.from({ length: 6 }, (_, index) => {
    const from = 1 + dice.below(DAYS)
    return { madeOn: 10 * (index + 1), from, until: from + dice.below(DAYS) }
  })

const OTHER = { approved: 'declined', declined: 'approved', pending: 'pending' } as const

/** Returns a transaction as the network shows it on a day. */
function seenOn(day: number, { decidedOn, decision, correctedOn, cents, corrected }: Transaction) {
  if (day < decidedOn) return { status: 'pending' as const, cents }
  if (day < correctedOn) return { status: decision, cents }
  return { status: OTHER[decision], cents: corrected }
}

const covers = ({ from, until, madeOn }: Report, { day }: Transaction) =>
  day >= from && day <= until && day <= madeOn
const decimal = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')

/** Returns an Awin report, whose rows have ids, in a random order. */
function awinReport(dice: Dice, report: Report, all: Transaction[]): string {
  const rows = shuffled(
    dice,
    all.filter((one) => covers(report, one)),
  ).map((one) => {
    const { status, cents } = seenOn(report.madeOn, one)
    return `${one.id};${status};${dayOf(one.day)};;${decimal(cents)};EUR`
  })
  return ['Transaction ID;Status;Transaction Date;Click Ref;Commission;Currency', ...rows].join(
    '\n',
  )
}

/** Returns an Amazon report, whose rows have no ids. Several are equal. */
function amazonReport(dice: Dice, report: Report, all: Transaction[]): string {
  const rows = shuffled(
    dice,
    all.filter((one) => covers({ ...report, madeOn: Infinity }, one)),
  ).map((one) => `Pan,B${one.id % 3},ana-20,${dayOf(one.day)},"${(one.cents % 4) + 1}.25"`)
  return ['Name,ASIN,Tracking ID,Date Shipped,Ad Fees($)', ...rows].join('\n')
}

function shuffled<Item>(dice: Dice, items: readonly Item[]): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(dice.below(rest.length), 1))
}

type Sent = { text: string; madeOn: number }

/** Imports the reports in a random order, some of them several times. */
async function importAll(dice: Dice, person: Person, reports: readonly Sent[]) {
  const repeated = reports.filter(() => dice.below(2) === 0)
  for (const { text, madeOn } of shuffled(dice, [...reports, ...repeated])) {
    if (!text.includes('\n')) continue
    const exported_at = new Date(Date.UTC(2026, 1, madeOn, 12)).toISOString()
    const planned = await sendReport(person, text, { exported_at })
    const { result } = await sendReport(person, text, { exported_at }, 'dry_run=false')
    expect(result).toEqual(planned.result)
    const again = await sendReport(person, text, { exported_at }, 'dry_run=false')
    expect(again.result.counts).toMatchObject({ new: 0, changed: 0 })
  }
}

/** Returns all rows of a person in a fixed order, without their ids. */
async function storedRows(person: Person) {
  const path = '/v2/my/networks/rows/?page_size=100'
  const { results } = await person.get<{ results: NetworkRow[] }>(path)
  return results
    .map(({ happened_at, amount, status, title }) => `${happened_at} ${amount} ${status} ${title}`)
    .toSorted()
}

describe.each(Array.from({ length: 10 }, (_, seed) => seed + 1))(
  'reports in any order, seed %i',
  (seed) => {
    test('with transaction ids: the newest report of each transaction counts', async () => {
      const dice = createDice(seed)
      const [ana, ben] = [await signUp(server), await signUp(server)]
      const all = someTransactions(dice)
      const reports = someReports(dice)
      const sent = reports.map((report) => ({
        text: awinReport(dice, report, all),
        madeOn: report.madeOn,
      }))
      await importAll(dice, ana, sent)
      await importAll(dice, ben, sent)
      const expected = all.flatMap((one) => {
        const newest = reports.findLast((report) => covers(report, one))
        if (!newest) return []
        const { status, cents } = seenOn(newest.madeOn, one)
        return [`${dayOf(one.day)}T00:00:00.000Z ${cents / 100} ${status} `]
      })
      expect(await storedRows(ana)).toEqual(expected.toSorted())
      expect(await storedRows(ben)).toEqual(await storedRows(ana))
    })

    test('without ids: equal rows of a day are counted as often as the report has them', async () => {
      const dice = createDice(seed)
      const ana = await signUp(server)
      const all = someTransactions(dice)
      const reports = someReports(dice)
      const sent = reports.map((report) => ({
        text: amazonReport(dice, report, all),
        madeOn: report.madeOn,
      }))
      await importAll(dice, ana, sent)
      const expected = all
        .filter((one) => reports.some((report) => covers({ ...report, madeOn: Infinity }, one)))
        .map(({ day, cents }) => `${dayOf(day)}T00:00:00.000Z ${(cents % 4) + 1.25} approved Pan`)
      expect(await storedRows(ana)).toEqual(expected.toSorted())
    })
  },
)
