import { part } from '../../platform/db/sql.ts'
import type { Deps } from '../../env.ts'
import { countAttemptSql, type AttemptCount } from '../../platform/http/throttle.ts'
import {
  ownerFromRow,
  ownerColumns,
  ownerJoins,
  type OrderOwner,
  type FoundRow,
} from './attribution.ts'
import { factColumns, factsIn, type FactRow, type Facts } from './hold-rules.ts'
import { keyIn, type PostbackCall, type Caller } from './postback-auth.ts'
import { brandByHash, brandIn, cachedBrandIdOf, hashOf, type BrandJson } from './postback-keys.ts'
import type { PostbackInput } from './postback-input.ts'

export type PostbackContext = {
  caller: Caller
  found: OrderOwner
  counted: AttemptCount
  /** Facts about the owner of the click. */
  facts: Facts | null
}

type Row = { brand: BrandJson } & AttemptCount & FoundRow & FactRow

/**
 * Returns caller, number of calls, owner of the order and facts about it with one query, for a key
 * that this process has seen before. Undefined if the key is no longer valid or belongs to another
 * brand. In that case nothing was counted, and the caller continues step by step.
 */
export async function readInOneQuery(
  deps: Deps,
  call: PostbackCall,
  input: PostbackInput,
): Promise<PostbackContext | undefined> {
  const { key, isInAddress } = keyIn(call)
  const isSigned = call.header('X-Postback-Signature') !== undefined
  // Whether a key in a URL is accepted depends on the terms of its brand.
  if (key === null || isInAddress || isSigned) return undefined
  const hash = hashOf(deps.secrets, key)
  const guess = cachedBrandIdOf(hash)
  if (guess === undefined) return undefined
  const count = countAttemptSql(deps, { limit: 'postbacksByBrand', of: guess }, part`brand`)
  const [row] = await deps.db.named('postback')<Row[]>`
    with brand as materialized (
      select * from (${brandByHash(hash)}) as known
      where id = ${guess}::uuid
    ),
    counted as (${count})
    select to_json(brand) as brand, count, seconds, ${ownerColumns},
      ${factColumns({
        brandId: part`brand.id`,
        userId: part`links.user_id`,
        clickId: part`click.id`,
      })}
    from brand cross join counted ${ownerJoins(part`brand.id`, input)}`
  if (!row) return undefined
  const brand = brandIn(row.brand)
  const found = await ownerFromRow(deps.db, brand, input, row)
  const isByClick = 'attributed' in found && found.attributed?.by === 'click'
  return {
    caller: { brand, signedAt: null },
    found,
    counted: row,
    facts: isByClick ? factsIn(brand, row) : null,
  }
}
