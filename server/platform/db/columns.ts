import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const now = (name: string) => moment(name).notNull().defaultNow()
export const counter = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
