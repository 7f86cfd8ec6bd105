import { CLICK_TEXTS } from './click-words.ts'

type Definition = readonly [name: string, text: string]

/** Meaning of every number in the app. Screens link here instead of explaining a number again. */
export const DEFINITIONS: readonly { title: string; of: readonly Definition[] }[] = [
  {
    title: 'Visits',
    of: [
      [
        'Page views',
        'Visits to your page by people. Bots, link previews and your own visits are not counted. Days are UTC.',
      ],
      ['Clicks', CLICK_TEXTS.clicks],
      ['People', CLICK_TEXTS.people],
      [
        'Not counted',
        'Bots, link previews, repeats within 10 seconds, and your own clicks on devices where you are signed in. They are listed separately, below the numbers.',
      ],
    ],
  },
  {
    title: 'Sales',
    of: [
      ['Orders', 'Orders reported by shops. Refunds are subtracted on the day of the order.'],
      [
        'Sold, or revenue',
        'The part of an order that your percentage applies to, in US dollars. Each brand says on its page whether that is net (without tax and shipping), gross (in full) or subtotal (goods only).',
      ],
      ['Earned, or commission', 'Revenue times your percentage at the time of the click.'],
      [
        'Earned elsewhere, or elsewhere',
        'Confirmed income from the reports of affiliate networks, in US dollars at the rate of the day. The networks pay it. It is not part of your balance. Days are UTC.',
      ],
    ],
  },
  {
    title: 'Status of a commission',
    of: [
      ['Pending', 'The shop has reported the order and can still reverse it.'],
      [
        'Held',
        'Held by a rule. The entry names the rule, the reason and the date of the next review.',
      ],
      [
        'Approved',
        'Approved by the brand. It waits for the brand’s payment, or for the minimum time after an order.',
      ],
      ['Available, or ready to redeem', 'Yours to redeem.'],
      ['Requested, or reserved', 'You have requested it, and it is not paid yet.'],
      ['Paid out', 'Sent by PayPal, as a gift card, or to a charity.'],
      ['Reversed', 'The order was refunded or cancelled. It does not count.'],
    ],
  },
  {
    title: 'Rates',
    of: [
      ['Orders per 100 clicks', 'Orders divided by clicks in this period.'],
      [
        'Clicks per 100 page views',
        'Clicks from your page divided by page views. Clicks in widgets are not included.',
      ],
      ['Your split of sales', 'Earned, divided by sold.'],
      ['Earned per click', 'Earned, divided by clicks.'],
    ],
  },
]
