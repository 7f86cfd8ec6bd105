import { expect, test } from 'vitest'
import { aBrand, aCampaign } from '#support/window/brands.ts'
import { campaignOffer, runsText, timesText } from './offer.ts'

const NOW = new Date(2031, 5, 1, 12).getTime()
/** From June 1 to the end of June 9, local time. */
const [STARTS, ENDS] = [new Date(2031, 5, 1), new Date(2031, 5, 10)]
const offer = (ends_at: Date) =>
  campaignOffer(
    aCampaign(1, 'Light Week', aBrand('Sample Kitchen'), {
      starts_at: STARTS.toISOString(),
      ends_at: ends_at.toISOString(),
    }),
  )

test('the last day of an offer is the last one on which it runs', () => {
  expect(timesText(offer(ENDS), NOW)).toBe('Ends Jun 9')
  expect(runsText(offer(ENDS), NOW)).toBe('Jun 1 to Jun 9')
  const oneDay = new Date(2031, 5, 2)
  expect(runsText(offer(oneDay), NOW)).toBe('Jun 1')
  const noon = new Date(2031, 5, 10, 12)
  expect([timesText(offer(noon), NOW), runsText(offer(noon), NOW)]).toEqual([
    'Ends Jun 10',
    'Jun 1 to Jun 10',
  ])
})
