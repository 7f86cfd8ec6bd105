import { afterAll } from 'vitest'
import type { MovedIn, MoveInChoice, MoveInDraft } from '#contract/page/move-in.ts'
import { ask } from '../asking.ts'
import { html, picture, pictureAt, startShopSite } from '../hosts/shop-site.ts'
import type { Person } from '../people.ts'
import { startTestServer } from '../test-app.ts'
import { newSlug } from './pages.ts'

export const MOVE_IN = '/v2/my/pages/move-in/'
export const MOVE_IN_CREATE = `${MOVE_IN}create/`

/** Starts a server and the old service with its pictures, for the tests of one file. */
export async function startMovingIn() {
  const server = await startTestServer()
  const site = await startShopSite()
  afterAll(() => site.stop())
  site.put('/avatar.jpg', pictureAt(await picture()))
  for (let n = 1; n <= 10; n++)
    site.put(`/thumbs/${n}.jpg`, pictureAt(await picture({ width: 64 + 2 * n, height: 64 })))
  return {
    server,
    site,
    /** Puts a page at the old service and reads it. */
    read: async (person: Person, body: string | Buffer, path = '/mira') =>
      draftOf(person, site.put(path, html(body))),
  }
}

export const readDraft = (person: Person, url: string) =>
  ask<MoveInDraft>(person, 'POST', MOVE_IN, { url })

export async function draftOf(person: Person, url: string): Promise<MoveInDraft> {
  const { status, body } = await readDraft(person, url)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

/** Returns the choice of a user who keeps all of a draft. */
export function keepAll(draft: MoveInDraft): MoveInChoice {
  const { title, description, image_upload_id, look } = draft
  return {
    title,
    description,
    slug: newSlug(),
    image_upload_id,
    ...(look && { theme: look.theme, accent: look.accent }),
    sections: draft.sections.map((section) => ({
      title: section.title,
      links: section.links.map(({ url, title, image_upload_id }) => ({
        url,
        title,
        image_upload_id,
      })),
    })),
    social: draft.social.map(({ url }) => url),
  }
}

export async function create(person: Person, choice: object, headers = {}): Promise<MovedIn> {
  const { status, body } = await ask<MovedIn>(person, 'POST', MOVE_IN_CREATE, choice, headers)
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
