import { Hono, type Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { readId } from '../../page/pages/page-rows.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import type { DeskEnv } from '../desk/desk-session.tsx'
import { CodesPage } from './codes-page.tsx'
import { readCodes } from './read-codes.ts'

/** Routes of /desk/codes. */
export const deskCodes = new Hono<DeskEnv>()
  .get('/', (c) => showCodes(c, 200))

  .post('/', async (c) => {
    const { codes: typed = '' } = c.var.form
    const { codes, problems } = readCodes(typed)
    if (problems.length === 0) problems.push(...(await c.var.desk.books.codes.assign(codes)))
    if (problems.length > 0) return showCodes(c, 400, { typed, problems })
    return c.redirect('/desk/codes', 303)
  })

  .post('/:code/end', async (c) => {
    await c.var.desk.books.codes.end(readId(c.req.param('code')))
    return c.redirect('/desk/codes', 303)
  })

async function showCodes(
  c: Context<DeskEnv>,
  status: 200 | 400,
  refused?: { typed: string; problems: string[] },
): Promise<Response> {
  const { desk } = c.var
  const codes = await desk.books.codes.list()
  const names = await desk.books.names(codes.map(({ userId }) => userId))
  const props = { desk, codes, names, now: new Date(), ...(refused && { refused }) }
  return answerPage(c as unknown as Context<AppEnv>, <CodesPage {...props} />, status)
}
