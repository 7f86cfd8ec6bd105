import { APP_NAME } from '#contract/app-constants.ts'
import type { Deps } from '../../env.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import { findOwner, firstKnownCode } from '../../money/conversions/attribution.ts'
import { reportOrder, storeAnswer } from '../../money/conversions/postback.ts'
import { claimIn, readInput } from '../../money/conversions/postback-input.ts'
import { refuse } from '../../money/conversions/refuse-call.ts'
import { textOf } from '../../money/conversions/refused-orders.ts'
import { decimalOf } from './exact-amount.ts'
import type { MergedOrder } from './merged-orders.ts'
import type { OrderState, Report } from './order-state.ts'

export const NO_ORIGIN = `No click id and no creator’s code arrived with this order. The customer did not come from a ${APP_NAME} link, or the script is missing on the shop.`

/** Reason of a change without refund or cancellation. Approved orders need one. */
const CHANGED = 'The shop changed the order.'

type Reporting = { orderId: string; at: Date; target: Report }

export type LedgerAnswer = { status: number; why: string; isHeld: boolean }

/**
 * Reports an order as a postback of the brand. All rules of money are those of postbacks. The time
 * of the state replaces that of a signature, so that of two reports the later state counts.
 */
export async function reportToLedger(
  deps: Deps,
  brand: BrandRow,
  { state, version }: MergedOrder,
  reporting: Reporting,
): Promise<LedgerAnswer | 'no origin'> {
  const known = await postbackOf(deps, brand, state, reporting)
  const { found } = await findOwner(deps.db, brand, claimIn(known))
  const fields = 'owner' in found && known.reason === '' ? { ...known, reason: CHANGED } : known
  const isNew = 'attributed' in found && !found.attributed
  if (isNew && fields.click_id === undefined) return 'no origin'
  const raw = JSON.stringify(fields)
  const call = {
    method: 'POST',
    raw,
    bytes: Buffer.from(raw),
    fields,
    header: () => undefined,
    at: reporting.at,
  } as const
  const read = readInput(fields)
  const answer =
    'errors' in read
      ? await refuse(deps, call, { brand, found }, { status: 400, body: read })
      : await reportOrder(
          deps,
          { brand, signedAt: version },
          { input: read.input, found, facts: null, fingerprint: `shop ${version.toISOString()}` },
          call,
        )
  await storeAnswer(deps, call, { ...answer, brandId: brand.id })
  return readAnswer(answer)
}

type Answer = { status: number; body: object }

function readAnswer({ status, body }: Answer): LedgerAnswer {
  const why = 'errors' in body ? textOf(body as Parameters<typeof textOf>[0]) : ''
  return { status, why, isHeld: 'held' in body }
}

/** Returns the fields of a postback. */
export async function postbackOf(
  { db }: Pick<Deps, 'db'>,
  brand: BrandRow,
  { newest, attribution }: Pick<OrderState, 'newest' | 'attribution'>,
  { orderId, target }: Pick<Reporting, 'orderId' | 'target'>,
) {
  const code = await firstKnownCode(db, brand, attribution?.codes ?? [])
  const { status, minor, currency, reason } = target
  return {
    order_id: orderId,
    amount: decimalOf(minor, currency),
    currency,
    status,
    reason,
    ...(attribution?.clickId && { click_id: attribution.clickId }),
    ...(code !== '' && { code }),
    ...(newest?.orderedAt && { ordered_at: newest.orderedAt }),
    ...(newest && newest.customer !== '' && { customer: newest.customer }),
  }
}
