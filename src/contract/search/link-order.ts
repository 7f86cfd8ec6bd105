import * as v from 'valibot'

export const LinkOrder = v.picklist([
  '-created',
  'name',
  '-lifetime_clicks',
  '-lifetime_commissions',
])
export type LinkOrder = v.InferOutput<typeof LinkOrder>
