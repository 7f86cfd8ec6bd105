import * as pg from 'drizzle-orm/pg-core'
import { userKey } from './accounts-schema.ts'
import { moment } from '../columns.ts'

/** Phone number of a user, and a new one until its code is confirmed. */
export const phones = pg.pgTable('phones', {
  userId: userKey(),
  mobile: pg.text('mobile'),
  verifiedAt: moment('verified_at'),
  nextMobile: pg.text('next_mobile'),
  /**
   * Id from which the code is derived with the installation's secret. The code itself is not
   * stored.
   */
  codeId: pg.uuid('code_id'),
  codeUntil: moment('code_until'),
  wrongCodes: pg.smallint('wrong_codes').notNull().default(0),
})
