import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '../db/client.ts'
import type { DedicatedConnection } from '../db/dedicated-connection.ts'
import { operatorSettings } from '../db/schema.ts'
import type { Log } from '../log/log.ts'
import { listen, notify } from '../db/notify.ts'

/** Maintenance message. `retry_after` is seconds or an ISO date, as the operator entered it. */
const Pause = v.object({
  retry_after: v.nullable(v.union([v.number(), v.string()])),
  detail: v.nullable(v.string()),
})
export type Pause = v.InferOutput<typeof Pause>

export type Maintenance = {
  /** Returns null when there is no maintenance. */
  current(): Pause | null
  /** Starts or ends maintenance in every process on this database. */
  set(value: Pause | null): Promise<void>
  stop: () => void
}

const KEY = 'maintenance'

export async function createMaintenance(options: {
  db: Db
  dedicated: DedicatedConnection
  log: Log
}) {
  const { db, dedicated, log } = options
  let pause: Pause | null = await readPause(db)
  const reload = () => {
    readPause(db).then(
      (value) => (pause = value),
      (error: unknown) => log.warn('maintenance setting could not be read', { error }),
    )
  }
  const listening = await listen(dedicated, 'split_maintenance', reload, reload)
  const maintenance: Maintenance = {
    current: () => pause,
    async set(value) {
      await writePause(db, value)
      pause = value
    },
    stop: listening.stop,
  }
  return maintenance
}

export async function readPause(db: Db): Promise<Pause | null> {
  const [row] = await db.select().from(operatorSettings).where(eq(operatorSettings.key, KEY))
  const parsed = v.safeParse(Pause, row?.value)
  return parsed.success ? parsed.output : null
}

export async function writePause(db: Db, value: Pause | null): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(operatorSettings).where(eq(operatorSettings.key, KEY))
    if (value) await tx.insert(operatorSettings).values({ key: KEY, value })
    await notify(tx, 'split_maintenance')
  })
}
