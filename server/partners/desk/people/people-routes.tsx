import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../../env.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import type { DeskEnv } from '../desk-session.tsx'
import type { Invited } from './colleagues.ts'
import { nameOfPerson, type PeopleAnswer } from './people.ts'
import { PeoplePage, type PeopleNote } from './people-page.tsx'

type DeskContext = Context<DeskEnv>

const idIn = (c: DeskContext) => c.req.param('person') ?? ''

/** Routes of /desk/people: people of the brand, their roles and what they changed. */
export const deskPeopleRoutes = new Hono<DeskEnv>()
  .get('/', (c) => showPeople(c))

  .post('/', async (c) => {
    const { desk, form } = c.var
    return showInvited(c, await desk.books.colleagues.add(form))
  })

  .post('/:person/link', async (c) => {
    const invited = await c.var.desk.books.colleagues.sendLink(idIn(c))
    if (!invited) throw new HTTPException(404)
    return showInvited(c, invited)
  })

  .post('/:person/role', async (c) => {
    const { desk, form } = c.var
    return respond(c, await desk.books.colleagues.setRole(idIn(c), form['role'] ?? ''))
  })

  .post('/:person/reset', async (c) => respond(c, await c.var.desk.books.colleagues.reset(idIn(c))))

  .post('/:person/remove', async (c) =>
    respond(c, await c.var.desk.books.colleagues.remove(idIn(c))),
  )

const LAST_OWNER =
  'A brand desk needs an owner who has signed in. Make somebody else an owner first.'

function respond(c: DeskContext, answer: PeopleAnswer) {
  if (answer === 'none') throw new HTTPException(404)
  if (answer === 'last-owner') return showPeople(c, { problem: LAST_OWNER, at: 'list' })
  c.set('subject', `${nameOfPerson(answer.done)}, ${answer.done.role}`)
  return c.redirect('/desk/people', 303)
}

function showInvited(c: DeskContext, invited: Invited) {
  if ('problem' in invited)
    return showPeople(c, { problem: invited.problem, at: 'new', typed: c.var.form })
  c.set('subject', invited.email)
  return showPeople(c, invited)
}

async function showPeople(c: DeskContext, note?: PeopleNote) {
  const { desk } = c.var
  const people = await desk.books.colleagues.list()
  const changes = await desk.books.colleagues.changes()
  const page = <PeoplePage {...{ desk, people, changes, note }} />
  const status = note && 'problem' in note ? 400 : 200
  return answerPage(c as unknown as Context<AppEnv>, page, status)
}
