import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts-schema.ts'
import { moment } from '../columns.ts'

/** A person's phone, and the one that waits for its code. */
export const phones = pgTable('phones', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  mobile: text('mobile'),
  verifiedAt: moment('verified_at'),
  nextMobile: text('next_mobile'),
  /** The code is made of it with this installation's secret, and stands nowhere. */
  codeId: uuid('code_id'),
  codeUntil: moment('code_until'),
  wrongCodes: smallint('wrong_codes').notNull().default(0),
})
