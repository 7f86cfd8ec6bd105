import { expect, test, vi } from 'vitest'
import type { DiscoveredOrganization } from '#contract/partners/brands.ts'
import { draftName } from '#app/chat/drafts.ts'
import { readDraft } from '#live/drafts/drafts.ts'
import { linksIndex } from '#live/mirror.ts'
import {
  aBrand,
  aCampaign,
  aProduct,
  aPromotion,
  brandCall,
  CAMPAIGNS,
  listed,
  someTerms,
} from '#support/window/brands.ts'
import { KITCHEN, OPEN } from '#support/window/chat.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { renderBrands } from '#support/window/render-brands.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { hrefOf, press, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { BrandPartnerScreen, BrandScreen } from './brand-screen.tsx'

signInPerTest({ width: 390 })

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

async function open(brand: DiscoveredOrganization, campaigns: object[] = []) {
  const api = fakeApi({ [brandCall(brand)]: brand, [CAMPAIGNS]: listed(campaigns) })
  const app = await renderBrands('/brands/$uuid', `/brands/${brand.uuid}`, BrandScreen)
  expect(await screen.findByRole('heading', { level: 1, name: brand.name })).toBeTruthy()
  return { api, user: userEvent.setup(), ...app }
}

test('the screen shows reward, base and payment of the brand, without empty parts (R-022)', async () => {
  await open(aBrand('Sample Kitchen'))
  const rate = within(screen.getByRole('region', { name: 'Your split' }))
  expect(rate.getByText('Your split: 10% of net')).toBeTruthy()
  expect(
    rate.getByText('$10.00 for every $100 of the order without tax and shipping.'),
  ).toBeTruthy()
  const terms = screen.getByRole('region', { name: 'Terms' }).textContent
  expect(terms).toContain('Up to 30 days after a click')
  expect(terms).toContain('Customers have 14 days')
  expect(terms).toContain(
    '30 days after the order, or when the brand approves it, after 3 days at the earliest. It also waits for the brand’s own payment.',
  )
  expect(terms).not.toContain('You pay the same.')
})

test('that customers pay the same price is shown only if the brand confirms it', async () => {
  await open(
    aBrand('Sample Kitchen', {
      terms: someTerms({
        base: 'gross',
        pays: 'guaranteed',
        same_price: true,
        rates: [
          { category: 'Lamps', new_customers: false, commission_percentage: 12 },
          { category: '', new_customers: true, commission_percentage: 20 },
        ],
        next_rate: { commission_percentage: 8, starts_at: '2031-06-03T12:00:00Z' },
      }),
    }),
  )
  const rate = within(screen.getByRole('region', { name: 'Your split' }))
  expect(rate.getByText('Your split: 10% of gross')).toBeTruthy()
  expect(
    rate.getByText('$10.00 for every $100 of the whole order, with tax and shipping.'),
  ).toBeTruthy()
  const terms = screen.getByRole('region', { name: 'Terms' }).textContent
  expect(terms).toContain('You pay the same.')
  expect(terms).toContain('It does not wait for the brand’s own payment.')
  expect(terms).toContain('On Lamps12%')
  expect(terms).toContain('First-time customers20%')
  expect(
    screen.getByText('From Jun 3, 2031 it is 8% instead of 10%. Clicks before that keep 10%.'),
  ).toBeTruthy()
})

test('the creator’s own results are shown, and left out without any', async () => {
  const brand = aBrand('Sample Kitchen')
  const own = `GET /v2/my/organizations/${brand.uuid}/own/`
  const { api, unmount } = await open(brand)
  await waitFor(() => expect(api.sentTo(own)).toHaveLength(1))
  expect(screen.queryByText('You sold')).toBeNull()
  unmount()
  fakeApi({
    [brandCall(brand)]: brand,
    [CAMPAIGNS]: listed([]),
    [own]: { orders: 4, sold: 2146, earned: 214.6, links: 3 },
  })
  await renderBrands('/brands/$uuid', `/brands/${brand.uuid}`, BrandScreen)
  const yours = within(await screen.findByRole('region', { name: 'Yours' }))
  expect(yours.getByText('You sold').nextElementSibling?.textContent).toBe('$2,146.00')
  expect(yours.getByText('You earned').nextElementSibling?.textContent).toBe('$214.60')
  expect(yours.getByText('Your links').nextElementSibling?.textContent).toBe('3')
})

test('a creator sees and copies the discount codes that the brand gave them', async () => {
  const brand = aBrand('Sample Kitchen')
  const codes = [
    { code: 'ANA10', orders: 4, sold: 400, earned: 40 },
    { code: 'ANA-NEW', orders: 0, sold: 0, earned: 0 },
  ]
  fakeApi({
    [brandCall(brand)]: brand,
    [CAMPAIGNS]: listed([]),
    [`GET /v2/my/organizations/${brand.uuid}/own/`]: {
      orders: 0,
      sold: 0,
      earned: 0,
      links: 0,
      codes,
    },
  })
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderBrands('/brands/$uuid', `/brands/${brand.uuid}`, BrandScreen)
  const yours = within(await screen.findByRole('region', { name: 'Yours' }))
  expect(yours.getByText('4 orders, $40.00 earned')).toBeTruthy()
  expect(yours.getByText('No orders yet')).toBeTruthy()
  await userEvent.click(yours.getByRole('button', { name: 'Copy ANA10' }))
  expect(written).toHaveBeenCalledExactlyOnceWith('ANA10')
})

test('CREATE opens from a brand with its address (R-528)', async () => {
  await open(aBrand('Sample Kitchen'))
  await press('Create link')
  const field = await screen.findByLabelText<HTMLInputElement>('Product or page address')
  expect(field.value).toBe('https://sample-kitchen.example/')
})

test('CREATE opens from a product with its page (R-528)', async () => {
  await open(aBrand('Sample Kitchen', { products: [aProduct('Iron pan')] }))
  await press('Create a link to Iron pan')
  const field = await screen.findByLabelText<HTMLInputElement>('Product or page address')
  expect(field.value).toBe('https://shop.example/iron-pan')
})

test('an address outside the web is text without a link', async () => {
  await open(
    aBrand('Sample Kitchen', {
      website: 'javascript:alert(1)',
      products: [aProduct('Iron pan', { url: 'javascript:alert(2)' })],
    }),
  )
  expect(screen.getByText('Iron pan').closest('a')).toBeNull()
  expect(screen.queryByRole('button', { name: /Create/ })).toBeNull()
  expect(document.querySelector('a[href^="javascript"]')).toBeNull()
})

test('external links open in a new tab and send no referrer', async () => {
  await open(aBrand('Sample Kitchen'))
  const site = screen.getByRole('link', { name: 'sample-kitchen.example' })
  expect(site.getAttribute('rel')).toBe('noopener noreferrer')
  expect(site.getAttribute('target')).toBe('_blank')
})

test('campaigns show by the clock whether they run; a press shows the details', async () => {
  const brand = aBrand('Sample Kitchen')
  const running = aCampaign(7, 'Skillet early access', brand, {
    description: 'Cook one dish in it.',
    starts_at: inDays(-5),
    ends_at: new Date(Date.now() + 30.5 * 3_600_000).toISOString(),
  })
  const { api, user } = await open(brand, [
    // A stale status: the end has passed since the server sent it.
    aCampaign(5, 'Quiet desk', brand, { status: 'active', ends_at: inDays(-1) }),
    aCampaign(6, 'Light Week', brand, { status: 'upcoming', starts_at: inDays(9) }),
    running,
  ])
  api.change({ 'GET /v2/my/campaigns/7/': running })
  const region = within(screen.getByRole('region', { name: 'Campaigns' }))
  expect(await region.findByText('1 active, 1 upcoming, 1 ended')).toBeTruthy()
  const cards = region.getAllByRole('article').map((card) => card.textContent)
  expect(cards[0]).toContain('Skillet early accessYou earn 15%. Ends in 1 day 6 hours.Active')
  expect(cards[1]).toMatch(/Light Week.*Starts /)
  expect(cards[2]).toMatch(/Quiet desk.*Ended/)
  await user.click(region.getByRole('button', { name: 'Skillet early access' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Campaign' }))
  expect(await sheet.findByText('Cook one dish in it.')).toBeTruthy()
  await waitFor(() => expect(sheet.getByText('instead of 10%')).toBeTruthy())
  expect(sheet.getByText('1 day 6 hours')).toBeTruthy()
  expect(sheet.getByRole('button', { name: 'Apply' })).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Create link' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Product or page address')
  expect(field.value).toBe('https://sample-kitchen.example/')
})

test('Apply opens the conversation with an editable message, and sends nothing (R-537, D-57)', async () => {
  const brand = aBrand('Sample Kitchen')
  const running = aCampaign(7, 'Summer Tables', brand, { apply_message: 'I’d like to join.' })
  const { api, user, history } = await open(brand, [running])
  api.change({
    'GET /v2/my/campaigns/7/': running,
    [OPEN]: { result: { channel_url: KITCHEN, name: 'Sample Kitchen' } },
  })
  const region = within(screen.getByRole('region', { name: 'Campaigns' }))
  await user.click(await region.findByRole('button', { name: 'Summer Tables' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Campaign' }))
  await user.click(await sheet.findByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(history.location.pathname).toBe(`/partners/chat/${KITCHEN}`))
  expect(api.sentTo(OPEN)).toEqual([{ campaign_id: 7 }])
  const draft = await readDraft(linksIndex().storage, draftName(KITCHEN))
  expect(draft).toEqual({ text: 'I’d like to join.', about: 'Summer Tables' })
  expect(api.requests.some(({ path }) => path.startsWith('/chat/'))).toBe(false)
})

test('Message opens the conversation with the brand (R-536)', async () => {
  const brand = aBrand('Sample Kitchen')
  const { api, history } = await open(brand)
  api.change({ [OPEN]: { result: { channel_url: KITCHEN, name: 'Sample Kitchen' } } })
  await press('Message')
  await waitFor(() => expect(history.location.pathname).toBe(`/partners/chat/${KITCHEN}`))
  expect(api.sentTo(OPEN)).toEqual([{ organization_uuid: brand.uuid }])
})

test('a bonus of the brand shows its value', async () => {
  const brand = aBrand('Sample Kitchen')
  const bonus = aPromotion(3, '$25 when you sell five', brand, { bonus_amount: 25 })
  const { api } = await open({ ...brand, promotions: [bonus] })
  api.change({ 'GET /v2/my/promotions/3/': bonus })
  await press('$25 when you sell five')
  const sheet = within(await screen.findByRole('dialog', { name: 'Bonus' }))
  expect(await sheet.findByText('$25.00')).toBeTruthy()
})

test.each([BrandScreen, BrandPartnerScreen])(
  'an unknown brand says so, and leads to the others (R-021, R-022)',
  async (Screen) => {
    fakeApi({})
    await renderBrands('/brands/$uuid', '/brands/00000000-0000-4000-8000-00000000dead', Screen)
    expect(await screen.findByText('This brand isn’t here')).toBeTruthy()
    expect(hrefOf('All brands')).toBe('/brands')
  },
)

test('an unknown or missing offer says so', async () => {
  fakeApi({ 'GET /v2/my/campaigns/9/': json({}, 404) })
  const first = await renderBrands('/', '/?offer=campaign.9', () => null)
  expect(await screen.findByText('This offer isn’t here any more.')).toBeTruthy()
  first.unmount()
  await renderBrands('/', '/?offer=everything', () => null)
  expect(await screen.findByText('This offer isn’t here any more.')).toBeTruthy()
})
