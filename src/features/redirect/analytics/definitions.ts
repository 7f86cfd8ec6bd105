import { CLICK_WORDS } from './click-words.ts'

type Definition = readonly [name: string, text: string]

/** Meaning of every number in the app. Screens link here instead of explaining a number again. */
export const DEFINITIONS: readonly { title: string; of: readonly Definition[] }[] = [
  {
    title: 'Visits',
    of: [
      [
        'Page views',
        'Looks at your page by people. Programs, link previews and your own visits are not counted. Their days are those of UTC.',
      ],
      ['Clicks', CLICK_WORDS.clicks],
      ['People', CLICK_WORDS.people],
      [
        'Not counted',
        'Bots, link previews, repeats within 10 seconds, and clicks of your own on a device where you are signed in. They stand apart, below the numbers.',
      ],
    ],
  },
  {
    title: 'Sales',
    of: [
      [
        'Orders',
        'Orders that a shop told us of, each once. What was reversed is taken out again, on the day of the order.',
      ],
      [
        'Sold, or revenue',
        'The part of an order that your percentage is of, in US dollars: the base. Each brand says on its page whether that is net (without tax and shipping), gross (in full) or subtotal (the goods).',
      ],
      [
        'Earned, or commission',
        'What you get of it: revenue times the percentage that was yours when the link was clicked.',
      ],
    ],
  },
  {
    title: 'Where a commission stands',
    of: [
      ['Pending', 'The shop has told us of the order, and can still take it back.'],
      [
        'Held',
        'Kept back by a rule. The entry names the rule, the reason, and when somebody looks again.',
      ],
      [
        'Approved',
        'The brand has agreed. It waits for the brand’s payment, or for the least time after an order.',
      ],
      ['Available, or ready to redeem', 'Yours to redeem.'],
      ['Requested, or reserved', 'You have asked for it, and it is not paid yet.'],
      ['Paid out', 'Sent by PayPal, as a gift card, or to a charity.'],
      ['Taken back, or reversed', 'The order was sent back or cancelled. It counts as nothing.'],
    ],
  },
  {
    title: 'Rates',
    of: [
      ['Orders per 100 clicks', 'Orders of these days, divided by clicks of these days.'],
      [
        'Clicks per 100 page views',
        'Clicks that came from your page, divided by page views. Those in a widget are apart.',
      ],
      ['Your split of sales', 'Earned, divided by sold.'],
      ['Earned per click', 'Earned, divided by clicks.'],
    ],
  },
]
