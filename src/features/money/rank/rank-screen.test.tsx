import { expect, test } from 'vitest'
import { RANK } from '#support/wallet-samples.ts'
import { json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { serveWallet } from '#support/window/wallet-server.ts'
import { expectTexts, press, screen } from '#support/window/on-screen.ts'
import { RankScreen } from './rank-screen.tsx'

signInPerTest()

const CALL = 'GET /v2/my/rank/'
const open = () => renderAt('/rank', '/rank', RankScreen)

test('the screen shows the user’s own rank and nobody else’s (R-026, R-415, D-53)', async () => {
  serveWallet()
  await open()
  expect((await screen.findByText('#12')).parentElement?.textContent).toBe('#12of 340 creators')
  expect(screen.getByText('$9.20 more to the next rank.')).toBeTruthy()
  expect(screen.getByText('You earned').nextSibling?.textContent).toBe('$412.80')
  expect(screen.getByText('Ahead of').nextSibling?.textContent).toBe('96.5% of the others')
  expect(screen.getByText('Period').nextSibling?.textContent).toMatch(/^Apr 12.* to May 12/)
})

test('at the top there is no gap', async () => {
  serveWallet({ [CALL]: { ...RANK, rank: 1, total: 1, next_rank_gap: null } })
  await open()
  await expectTexts('You’re in the top group.', 'of 1 creator')
  expect(screen.queryByText('Ahead of')).toBeNull()
})

test('without earnings the screen says that there is no rank (R-415, R-416)', async () => {
  serveWallet({ [CALL]: {} })
  await open()
  expect(await screen.findByText('No rank yet')).toBeTruthy()
  expect(screen.queryByText(/#/)).toBeNull()
})

test('a rank that failed to load can be loaded again', async () => {
  const api = serveWallet({ [CALL]: () => json({}, 500) })
  await open()
  expect(await screen.findByText('Couldn’t load your rank')).toBeTruthy()
  api.change({ [CALL]: RANK })
  await press('Try again')
  expect(await screen.findByText('#12')).toBeTruthy()
})
