import { expect, test } from 'vitest'
import type { Analytics } from '#contract/analytics.ts'
import { answerOf, ASK } from '#support/window/analytics.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { expectTexts, screen } from '#support/window/on-screen.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { AnalyticsScreen } from './analytics-screen.tsx'

signInPerTest({ width: 1280 })

const open = (more: Partial<Analytics>) => {
  fakeApi({ [ASK]: () => json(answerOf(more)) })
  return renderAt('/analytics', '/analytics', AnalyticsScreen)
}

test('numbers of a replica say how old they are', async () => {
  await open({ as_of: '2026-05-12T10:05:00Z' })
  await expectTexts(/Numbers as of .*\d+:\d\d [AP]M\./)
})

test('current numbers have no age', async () => {
  await open({})
  await expectTexts(/Days begin at midnight/)
  expect(screen.queryByText(/Numbers as of/)).toBeNull()
})
