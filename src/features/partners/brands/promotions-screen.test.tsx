import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  aBrand,
  aCampaign,
  aPromotion,
  CAMPAIGNS,
  listed,
  PROMOTIONS,
} from '#support/window/brands.ts'
import { fakeApi } from '#support/window/fake-api.ts'
import { renderBrands } from '#support/window/render-brands.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, press, userEvent } from '#support/window/on-screen.ts'
import { PromotionsScreen } from './promotions-screen.tsx'

signInPerTest()

const BRAND = aBrand('Sample Kitchen')
const MEETING = aPromotion(1, 'Meet the makers', BRAND, { type: 'event' })
const BONUS = aPromotion(2, '$40 for your first sale', null, { bonus_amount: 40 })

/** Answers requests with the filters applied, as the server does. */
const serve = () =>
  fakeApi({
    [CAMPAIGNS]: ({ query }) =>
      listed(query.get('status') === 'ended' ? [] : [aCampaign(7, 'Skillet early access', BRAND)]),
    [PROMOTIONS]: ({ query }) =>
      listed([MEETING, BONUS].filter(({ type }) => type === query.get('type'))),
  })
const open = (address = '/promotions') => renderBrands('/promotions', address, PromotionsScreen)
const titles = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('heading')
    .map((heading) => heading.textContent)

test('campaigns, events and bonuses have their own lists (R-027)', async () => {
  serve()
  const { history } = await open()
  expect(await titles('Campaigns')).toEqual(['Skillet early access'])
  await userEvent.click(screen.getByRole('radio', { name: 'Events' }))
  expect(await titles('Events')).toEqual(['Meet the makers'])
  expect(history.location.search).toBe('?type=event')
  await userEvent.click(screen.getByRole('radio', { name: 'Bonuses' }))
  expect(await titles('Bonuses')).toEqual(['$40 for your first sale'])
  expect(screen.getByRole('article').textContent).toContain('$40.00 bonus.')
})

test('arrow keys choose the kind, and the choice keeps the focus', async () => {
  serve()
  await open()
  await titles('Campaigns')
  screen.getByRole('radio', { name: 'Campaigns' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(await titles('Events')).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Events' }))
})

test('the list can be limited to active, upcoming or ended ones (R-027)', async () => {
  const api = serve()
  await open()
  await titles('Campaigns')
  for (const [label, status] of [
    ['Active', 'active'],
    ['Upcoming', 'upcoming'],
    ['Ended', 'ended'],
  ] as const) {
    await press(label)
    await waitFor(() => expect(api.requests.at(-1)?.query.get('status')).toBe(status))
  }
  expect(await screen.findByText('No ended campaigns.')).toBeTruthy()
})

test('without offers the list says so', async () => {
  fakeApi({ [CAMPAIGNS]: listed([]) })
  await open()
  await expectTexts('No campaigns right now.', 'New ones appear here when a brand opens them.')
})
