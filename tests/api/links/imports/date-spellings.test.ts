import { expect, test } from 'vitest'
import { startWithCreator } from '#support/server/creator.ts'
import { allLinks, importFile } from '#support/server/links/imports.ts'

const { ana } = await startWithCreator({ jobs: true })

const DATES: [date: string, created: string][] = [
  ['13/04/2026 2:30 p.m.', '2026-04-13T14:30:00.000Z'],
  ['20260403', '2026-04-03T00:00:00.000Z'],
  ['20260403T100000Z', '2026-04-03T10:00:00.000Z'],
  ['20260403T1000+0200', '2026-04-03T08:00:00.000Z'],
  ['2026年4月3日 10:00', '2026-04-03T10:00:00.000Z'],
  ['2026‑04‑03T10:00:00−02:00', '2026-04-03T12:00:00.000Z'],
  ['2026-04-03T10:00:00+02:00[Europe/Berlin]', '2026-04-03T08:00:00.000Z'],
  ['1775210400.25', '2026-04-03T10:00:00.000Z'],
]

test('dates are read in the spellings of programs and languages', async () => {
  const rows = DATES.map(([date], at) => `https://a.example/d${at},"${date}"`)
  await importFile(ana, 'url,created', ...rows)
  const links = new Map((await allLinks(ana)).map(({ url, created_at }) => [url, created_at]))
  const read = DATES.map(([date], at) => [date, links.get(`https://a.example/d${at}`)])
  expect(read).toEqual(DATES)
})
