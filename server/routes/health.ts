import { Hono } from 'hono'
import type { AppEnv, Deps } from '../env.ts'
import { within } from '../within.ts'

const ANSWER_MS = 2000

/** Mounted at /healthz: 200 while this process can serve and its database answers. */
export const health = new Hono<AppEnv>().get('/', async (c) => {
  const { config } = c.var.deps
  const ok = await databaseAnswers(c.var.deps)
  c.header('Cache-Control', 'no-store')
  return c.json({ ok, version: config.version }, ok ? 200 : 503)
})

async function databaseAnswers({ sql }: Deps): Promise<boolean> {
  const asked = sql`select 1`.then(
    () => true,
    () => false,
  )
  return within(ANSWER_MS, asked, false)
}
