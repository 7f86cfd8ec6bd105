import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { button, heading } from './steps-links.ts'
import type { World } from './world.ts'

/** Checks the tabs and statements of an empty wallet. */
export async function seeWallet({ visitor }: World) {
  await visitor.open('/wallet')
  await visitor.sees(heading('Wallet'))
  await visitor.sees({ text: 'Ready to redeem' })
  await visitor.tap({ role: 'tab', name: 'Pending' })
  await visitor.sees({ text: 'Nothing pending' })
  await visitor.tap({ role: 'link', name: 'Statements' })
  await visitor.sees({ text: 'No statements yet' })
}

/** Checks that neither the screen nor the server pays out from an empty wallet. */
export async function redeemNothing(world: World) {
  const { visitor, server } = world
  await visitor.open('/wallet/my-requests?redeem=paypal')
  await visitor.sees(heading('Redeem'))
  await visitor.holds(
    'document.querySelector("main button[type=submit]")?.getAttribute("aria-disabled") === "true"',
  )
  const answer = await fetch(`${server.origin}/v1/shop/paypal/redeem`, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: await world.token(), 'Content-Type': 'application/json' },
    body: '{"value":10}',
  })
  if (answer.status !== 400) throw new Error(`redeemed: ${answer.status}`)
}

export async function seeNumbers({ visitor }: World) {
  await visitor.open('/analytics')
  await visitor.sees(heading('Analytics'))
  await visitor.sees({ text: 'Earned' })
  await visitor.tap({ role: 'link', name: 'What is counted' })
  await visitor.sees(heading('What is counted'))
  await visitor.sees({ text: 'Orders per 100 clicks' })
}

export async function seeBrands({ visitor }: World) {
  await visitor.open('/brands')
  await visitor.sees({ text: 'No brands yet.' })
}

const REPORT = [
  'Transaction ID,Advertiser,Status,Transaction Date,Click Ref,Commission,Currency',
  `1,Lamps,approved,${new Date().toISOString().slice(0, 10)},,10.00,USD`,
].join('\n')

/** Checks a report of an affiliate network, imports it and sees the income. */
export async function importReport({ visitor }: World) {
  await visitor.open('/wallet/networks')
  await visitor.sees({ text: 'No reports yet' })
  const buffer = Buffer.from(REPORT)
  await visitor.giveFile({ label: 'Report' }, { name: 'awin.csv', mimeType: 'text/csv', buffer })
  await visitor.sees({ text: 'awin.csv, 1 row' })
  await visitor.tap(button('Import 1 row'))
  await visitor.sees({ role: 'region', name: 'Last 30 days' })
  await visitor.sees({ role: 'link', name: /^1 row without a link/ })
  await visitor.open('/analytics')
  await visitor.sees({ role: 'region', name: 'Earned elsewhere' })
}
