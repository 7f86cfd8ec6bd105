import { asc, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import { text } from '#contract/common.ts'
import { FAQ_APP, type Faq } from '#contract/help.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { faqEntries } from '../../platform/db/schema.ts'
import type { AppEnv } from '../../env.ts'
import { query } from '../../platform/http/validate.ts'

const FaqQuery = v.object({ app: v.optional(text(60), FAQ_APP) })

/**
 * Route of /v2/my/public/faq and /v2/public/faq, without sign-in. The list is empty for other apps.
 */
export const faq = new Hono<AppEnv>().get('/', query(FaqQuery), async (c) => {
  const isOurs = c.req.valid('query').app === FAQ_APP
  return c.json({ results: isOurs ? await listFaq(c.var.deps.db) : [] })
})

/** Returns the visible questions in the order of the content file. */
async function listFaq(db: DbOrTx): Promise<Faq[]> {
  const rows = await db
    .select()
    .from(faqEntries)
    .where(isNull(faqEntries.archivedAt))
    .orderBy(asc(faqEntries.position), asc(faqEntries.id))
  return rows.map(({ id, key, question, answer, category }) => ({
    id,
    key,
    question,
    answer,
    category,
  }))
}
