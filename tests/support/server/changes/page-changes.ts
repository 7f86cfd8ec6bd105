import { addCollection } from '../links/collections.ts'
import { MOVE_IN_CREATE } from '../page/moving-in.ts'
import {
  addSection,
  editPage,
  MANAGE,
  newSlug,
  ORDER,
  pagePath,
  PAGES,
  readPage,
  sectionPath,
  SECTIONS,
} from '../page/pages.ts'
import { addWidget, widgetPath, WIDGETS } from '../page/widgets.ts'
import {
  created,
  newName,
  newSocial,
  newUrl,
  type Account,
  type Change,
} from './changed-account.ts'
import { pathToRestore } from './link-changes.ts'

const SOCIAL = '/v2/my/socialmedialinks/'

const addSocial = async ({ owner }: Account) =>
  `${SOCIAL}${(await created<{ id: number }>(owner, SOCIAL, newSocial())).id}/`

const newWidget = async ({ owner }: Account) => ({
  name: newName(),
  collection_uuid: (await addCollection(owner, newName())).uuid,
})
const addedWidget = async (of: Account) =>
  widgetPath(await addWidget(of.owner, await newWidget(of)))
const addedSection = async ({ owner }: Account) => sectionPath(await addSection(owner))
const newSection = () => ({ title: newName(), type: 'text', text: 'Hello' })

/** Request for each call that changes sections, with or without a page. */
const SECTION_CHANGES: Record<string, Change> = {
  'POST /v2/my/sections': () => [SECTIONS, newSection()],
  'PATCH /v2/my/sections/{id}': async (of) => [await addedSection(of), { title: newName() }],
  'PUT /v2/my/sections/{id}': async (of) => [await addedSection(of), newSection()],
  'DELETE /v2/my/sections/{id}': async (of) => [await addedSection(of)],
  'PATCH /v2/my/sections/order': async ({ owner }) => {
    const [first, second] = [await addSection(owner), await addSection(owner)]
    return [ORDER, { ids: [second.id, first.id] }]
  },
}

/** Request for each call that changes the page of an account that has one, and what it shows. */
export const PAGE_CHANGES: Record<string, Change> = {
  ...SECTION_CHANGES,
  'PATCH /v2/my/pages/{id}': async ({ owner }) => [
    pagePath((await readPage(owner)).body),
    { title: newName() },
  ],
  'POST /v2/my/pages/{id}/history/{version}/restore': async ({ owner }) => {
    const { body: page } = await readPage(owner)
    await editPage(owner, page, { title: newName() })
    return [await pathToRestore(owner, pagePath(page)), {}]
  },
  'POST /v1/pages/manage/page': async ({ owner }) => [
    MANAGE,
    { title: newName(), slug: (await readPage(owner)).body.slug },
  ],
  'POST /v2/my/socialmedialinks': () => [SOCIAL, newSocial()],
  'PATCH /v2/my/socialmedialinks/{id}': async (of) => [await addSocial(of), newSocial()],
  'DELETE /v2/my/socialmedialinks/{id}': async (of) => [await addSocial(of)],
  'POST /v1/users/me/widgets': async (of) => [WIDGETS, await newWidget(of)],
  'PATCH /v1/users/me/widgets/{id}': async (of) => [await addedWidget(of), { columns: 1 }],
  'DELETE /v1/users/me/widgets/{id}': async (of) => [await addedWidget(of)],
}

/** Requests for an account without a page. */
export const WITHOUT_PAGE: Record<string, Change> = {
  ...SECTION_CHANGES,
  'POST /v2/my/pages': () => [PAGES, { title: newName(), slug: newSlug() }],
  'POST /v1/pages/manage/page': () => [MANAGE, { title: newName(), slug: newSlug() }],
  'POST /v2/my/pages/move-in/create': () => [
    MOVE_IN_CREATE,
    {
      title: 'Ana',
      slug: newSlug(),
      sections: [{ title: 'Shops', links: [{ url: newUrl(), title: 'Lamp' }] }],
      social: [newSocial().account_url],
    },
  ],
}
