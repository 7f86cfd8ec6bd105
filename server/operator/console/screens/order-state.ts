import type { conversions } from '../../../platform/db/schema.ts'

type Order = Pick<typeof conversions.$inferSelect, 'state' | 'holdRule'>

/** Returns the state of an order, such as "Approved" or "Held: too quick". */
export function stateText({ state, holdRule }: Order): string {
  const name = state.charAt(0).toUpperCase() + state.slice(1)
  return state === 'held' && holdRule ? `${name}: ${holdRule.replaceAll('-', ' ')}` : name
}
