import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { AddressConfirmedPage, ConfirmAddressPage, DeadAddressKeyPage } from './confirm-pages.tsx'
import { addressOfKey, confirmAddress } from './payout-address.ts'

const limitOf = (of: string) => ({ limit: 'wrongMailKeysByAddress', of }) as const

/** Routes of /confirm-email/payout. The key in the path was sent by email. */
export const payoutAddress = new Hono<AppEnv>()
  .get('/:key', async (c) => {
    const { deps } = c.var
    const email = await addressOfKey(deps.db, c.req.param('key'))
    if (email !== undefined)
      return answerPage(c, <ConfirmAddressPage email={email} action={c.req.path} />)
    await countAttempt(deps, limitOf(clientAddressGroup(c)))
    return answerPage(c, <DeadAddressKeyPage />, 404)
  })
  .post('/:key', async (c) => {
    const { deps } = c.var
    const confirmed = await confirmAddress(deps.db, c.req.param('key'), new Date())
    if (confirmed) return answerPage(c, <AddressConfirmedPage {...confirmed} />)
    await countAttempt(deps, limitOf(clientAddressGroup(c)))
    return answerPage(c, <DeadAddressKeyPage />, 404)
  })
