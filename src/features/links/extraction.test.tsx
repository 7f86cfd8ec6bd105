import { act, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { aLink, answers, linksServer, signInAs } from '#support/window/links-server.ts'
import { recordFailures } from '#support/window/failures.ts'
import { useExtraction } from './extraction.ts'

// Load the module before the first poll needs it; these tests are not about loading.
beforeAll(() => import('./links.ts'))

beforeEach(() => {
  signInAs('ana')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

function Progress({ link }: { link: ShortLink }) {
  const { progress, failed } = useExtraction(link)
  return <p>{failed ? 'failed' : progress}</p>
}

/** Advances the fake clock and lets real work (fetch, IndexedDB) finish between its steps. */
async function pass(ms: number) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done))
  })
}

const polls = (server: ReturnType<typeof linksServer>) =>
  server.requests.filter(({ method }) => method === 'GET').length

test('a row polls its link without messages until the server reports 100 (R-217, D-26)', async () => {
  const link = aLink('lamp', { meta_extraction_progress: 0 })
  const server = linksServer([link])
  const reported = [30, 60, 100]
  server.instead(() => answers.json({ ...link, meta_extraction_progress: reported.shift() ?? 100 }))
  render(<Progress link={link} />)
  await pass(2000)
  await pass(4000)
  await pass(6000)
  expect(screen.getByText('100')).toBeTruthy()
  await pass(60_000)
  expect(polls(server)).toBe(3)
})

test('two parts that show one link poll it once, and polling ends with both (R-217)', async () => {
  const link = aLink('lamp', { meta_extraction_progress: 10 })
  const server = linksServer([link])
  const row = render(<Progress link={link} />)
  const dialog = render(<Progress link={link} />)
  await pass(2000)
  expect(polls(server)).toBe(1)
  row.unmount()
  await pass(4000)
  expect(polls(server)).toBe(2)
  dialog.unmount()
  await pass(60_000)
  expect(polls(server)).toBe(2)
})

test('a failed poll marks the row and opens no dialog (R-218)', async () => {
  const announced = recordFailures()
  const link = aLink('lamp', { meta_extraction_progress: 10 })
  const server = linksServer([link])
  server.instead(() => answers.json({}, 500))
  render(<Progress link={link} />)
  await pass(2000)
  expect(screen.getByText('failed')).toBeTruthy()
  await pass(60_000)
  expect(polls(server)).toBe(1)
  expect(announced).toEqual([])
})

test('a row that scrolls out and back continues at its progress (R-225)', async () => {
  const link = aLink('lamp', { meta_extraction_progress: 0 })
  linksServer([link])
  const first = render(<Progress link={link} />)
  // The simulated progress grows by one every 750 ms.
  await pass(750 * 2)
  expect(screen.getByText('2')).toBeTruthy()
  first.unmount()
  render(<Progress link={link} />)
  expect(screen.getByText('2')).toBeTruthy()
})
