import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { secretPathHeaders } from '../../platform/http/secret-path.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { formTexts } from '../../platform/http/form-texts.ts'
import { AppealPage, AppealStatePage, UnknownAppealPage } from './appeal-page.tsx'
import { blockOfKey } from '../../people/restrictions/appeal-key.ts'
import { findAppeal, MAX_APPEAL, storeAppeal } from './appeals.ts'
import { readBlockable, shownName } from './blocks.ts'

/**
 * Routes of /mail/appeal. The link is in the email about a block and needs no sign-in. Its page
 * shows the reasons and takes one appeal.
 */
export const appealRoutes = new Hono<AppEnv>()
  .use(secretPathHeaders)
  .on(['GET', 'POST'], '/:key', async (c) => {
    const { db, secrets, config } = c.var.deps
    const block = blockOfKey(secrets, c.req.param('key'))
    const found = block && (await readBlockable(db, block.about, block.targetId))
    if (!found) return answerPage(c, <UnknownAppealPage contact={config.supportEmail} />, 404)
    const what = await shownName({ db, config }, block.about, {
      id: block.targetId,
      name: found.name,
    })
    const isOver = found.blockedAt?.getTime() !== block.blockedAt.getTime()
    const appeal = await findAppeal(db, block)
    if (isOver || appeal) return answerPage(c, <AppealStatePage {...{ what, isOver, appeal }} />)
    const facts = { what, action: c.req.path, why: found.blockWhy, rule: found.blockRule }
    if (c.req.method === 'GET') return answerPage(c, <AppealPage {...facts} text="" />)
    const { text = '' } = formTexts(await c.req.parseBody())
    const problem = problemOf(text)
    if (problem !== undefined)
      return answerPage(c, <AppealPage {...facts} text={text} errors={{ text: [problem] }} />, 400)
    await storeAppeal(db, block, text)
    return c.redirect(c.req.path, 303)
  })

function problemOf(text: string): string | undefined {
  if (text === '') return 'Write why you disagree.'
  return text.length > MAX_APPEAL ? `Use at most ${MAX_APPEAL} characters.` : undefined
}
