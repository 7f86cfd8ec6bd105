import { users, type Restriction } from '../../platform/db/schema.ts'

/** State of an account that staff may have paused or blocked, with the reason. */
export type AccountState = { restriction: Restriction | null; why: string; rule: string }

/** Columns of the state. Statements that find the user of a request read them along. */
export const accountState = {
  restriction: users.restriction,
  why: users.restrictionWhy,
  rule: users.restrictionRule,
}
