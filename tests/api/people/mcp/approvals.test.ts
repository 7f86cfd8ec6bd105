import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Approval } from '#contract/developers/approvals.ts'
import { addAssistant } from '#support/server/assistants.ts'
import { addKey } from '#support/server/api-keys.ts'
import { addLink } from '#support/server/links.ts'
import {
  connectAssistant,
  decideApproval,
  readApproval,
  type Assistant,
} from '#support/server/mcp.ts'
import { addPage, addSection, listSections } from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const origin = server.origin ?? ''

let ana: Person
let key: string
let assistant: Assistant
beforeEach(async () => {
  ;({ ana, key, assistant } = await addAssistant(server))
})
afterEach(() => void vi.useRealTimers())

const URL_OF_SHOP = 'http://127.0.0.1:9/lamp'
const addHiddenSection = () => addSection(ana, { title: 'New', text: 'Hello', is_visible: false })
const sectionIds = async () => (await listSections(ana)).results.map(({ id }) => id)

/** Returns everything of Ana's that a tool could change. */
const everything = () =>
  Promise.all([
    ana.send('POST', '/v2/my/links/search/', {}).then((answer) => answer.json()),
    ...['collections', 'sections', 'socialmedialinks', 'pages/page', 'parameter-sets'].map((path) =>
      ana.get(`/v2/my/${path}/`),
    ),
  ])

/** Asks for the deletion of a new section. */
async function askToDelete() {
  const { id } = await addHiddenSection()
  const { structured } = await assistant.call('deleteSection', { id })
  if (!structured.approval) throw new Error('no approval')
  return { id, approval: structured.approval }
}
const approve = (id: string) => decideApproval(ana, id, true)
const retry = (id: number, approval_id: string) =>
  assistant.call('deleteSection', { id, approval_id })

describe('a dry run', () => {
  test('of every write says what it would do, and changes nothing', async () => {
    const { uuid } = await addLink(ana, URL_OF_SHOP)
    const { id } = await addPage(ana, { title: 'Ana' })
    const section = await addHiddenSection()
    const made = await ana.send('POST', '/v2/my/collections/regular/', { name: 'Lamps' })
    const collection = ((await made.json()) as { uuid: string }).uuid
    const added = await ana.send('POST', '/v2/my/parameter-sets/', {
      name: 'Story',
      parameters: [{ name: 'ref', value: 'story' }],
    })
    const set = ((await added.json()) as { result: { uuid: string } }).result.uuid
    const before = await everything()
    const args: Record<string, object> = {
      createLink: { url: URL_OF_SHOP },
      createLinks: { links: [{ url: URL_OF_SHOP }] },
      upsertLink: { external_id: 'sku-9', url: URL_OF_SHOP },
      updateLink: { uuid, name: 'Changed' },
      tagLinks: { uuids: [uuid], tags: ['x'], mode: 'add' },
      addLinkParameters: { uuids: [uuid], parameters: [{ name: 'ref', value: 'ana' }] },
      createParameterSet: { name: 'Bio', parameters: [{ name: 'ref', value: 'bio' }] },
      updateParameterSet: { uuid: set, name: 'Changed' },
      deleteParameterSet: { uuid: set },
      cloneLink: { uuid },
      readLinkPage: { uuid },
      createCollection: { name: 'New' },
      createSmartCollection: {
        name: 'Smart',
        rule: { tags: ['x'], match: 'any', ordering: '-created', limit: 10 },
      },
      updateCollection: { uuid: collection, name: 'Changed' },
      updateSmartCollection: { uuid: collection, name: 'Changed' },
      deleteCollection: { uuid: collection },
      orderCollections: { uuids: [collection] },
      addToCollection: { uuid: collection, uuids: [uuid] },
      removeFromCollection: { uuid: collection, uuids: [uuid] },
      orderCollectionLinks: { uuid: collection, uuids: [] },
      updatePage: { id, title: 'Changed', is_published: true },
      createSection: { type: 'text', text: 'x' },
      updateSection: { id: section.id, is_visible: true },
      deleteSection: { id: section.id },
      orderSections: { ids: [section.id] },
      createSocialLink: { account_url: 'https://www.instagram.com/ana.example' },
      updateSocialLink: { id: 1, account_url: 'https://www.instagram.com/ana.example' },
      deleteSocialLink: { id: 1 },
    }
    const writes = assistant.tools.filter(({ annotations }) => !annotations?.readOnlyHint)
    expect(writes.map(({ name }) => name).sort()).toEqual(Object.keys(args).sort())
    const refused: string[] = []
    for (const { name } of writes) {
      const { isError, structured } = await assistant.call(name, { ...args[name], dry_run: true })
      if (isError) refused.push(name)
      expect([name, isError || structured.is_dry_run]).toEqual([name, true])
    }
    // Ana has no social link, no smart collection and no link in the collection.
    const expected = 'updateSmartCollection,orderCollectionLinks,updateSocialLink,deleteSocialLink'
    expect(refused.join()).toBe(expected)
    expect(await everything()).toEqual(before)
  })

  test('returns the values that the change would have', async () => {
    const { uuid } = await addLink(ana, URL_OF_SHOP)
    const { structured } = await assistant.call('updateLink', { uuid, name: 'New', dry_run: true })
    expect(structured.untrusted_data).toMatchObject({ uuid, name: 'New' })
    expect(structured.notice).toContain('Nothing has changed.')
  })
})

describe('an approval', () => {
  test('is asked for first, shown to the user, and used once', async () => {
    const { id, approval } = await askToDelete()
    expect(approval.url).toBe(`${origin}/settings/developers/approvals/${approval.id}`)
    expect(await sectionIds()).toContain(id)
    const shown = (await readApproval(ana, approval.id)).json() as Promise<{ result: Approval }>
    const request = { asked_by: 'Newsletter script', action: 'Delete a section', subject: 'New' }
    expect((await shown).result).toMatchObject({ ...request, fields: [], state: 'pending' })
    expect((await retry(id, approval.id)).text).toContain('The user has not decided yet.')
    await approve(approval.id)
    expect((await retry(id, approval.id)).isError).toBe(false)
    expect(await sectionIds()).not.toContain(id)
    expect((await retry(id, approval.id)).text).toContain('The approval was already used.')
  })

  test('shows the values of the change with the names of links', async () => {
    const { uuid } = await addLink(ana, URL_OF_SHOP)
    await assistant.call('updateLink', { uuid, name: 'Oak lamp' })
    await addPage(ana, { title: 'Ana' })
    const section = { title: 'Lamps', type: 'links', links: [uuid] }
    const { structured } = await assistant.call('createSection', section)
    const answer = await readApproval(ana, structured.approval?.id ?? '')
    const fields = [
      { name: 'links', value: 'Oak lamp' },
      { name: 'title', value: 'Lamps' },
      { name: 'type', value: 'links' },
    ]
    expect(await answer.json()).toMatchObject({ result: { subject: null, fields } })
  })

  test.each([
    ['publishing the page', 'updatePage', { is_published: true }],
    ['a visible section', 'createSection', { type: 'text', text: 'x' }],
    ['showing a section', 'updateSection', { is_visible: true }],
    ['deleting a section', 'deleteSection', {}],
  ])('is needed for %s', async (_, name, args) => {
    const page = await addPage(ana, { title: 'Ana' })
    const section = await addHiddenSection()
    const id = name === 'updatePage' ? page.id : section.id
    const all = name === 'createSection' ? args : { id, ...args }
    const { structured } = await assistant.call(name, all)
    expect(structured.approval?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await ana.get('/v2/my/pages/page/')).toMatchObject({ is_published: false })
    const { results } = await listSections(ana)
    expect(results).toMatchObject([{ id: section.id, is_visible: false }])
  })

  test('is not asked for if the change is not possible', async () => {
    const { isError, structured } = await assistant.call('deleteSection', { id: 4711 })
    expect([isError, structured]).toEqual([true, undefined])
  })

  test('is bound to its arguments, its tool and its key', async () => {
    const { id, approval } = await askToDelete()
    const other = await addHiddenSection()
    await approve(approval.id)
    expect((await retry(other.id, approval.id)).text).toContain('for other arguments')
    const edit = { id, is_visible: true, approval_id: approval.id }
    const published = await assistant.call('updateSection', edit)
    expect(published.text).toContain('for other arguments')
    const another = await connectAssistant(server, (await addKey(ana)).key)
    const stolen = await another.call('deleteSection', { id, approval_id: approval.id })
    expect(stolen.text).toContain('There is no such approval.')
    expect(await sectionIds()).toEqual(expect.arrayContaining([id, other.id]))
  })

  test('that is rejected, unknown or expired changes nothing', async () => {
    const { id, approval } = await askToDelete()
    await decideApproval(ana, approval.id, false)
    await approve(approval.id)
    expect((await retry(id, approval.id)).text).toContain('The user has rejected this change.')
    expect((await retry(id, crypto.randomUUID())).text).toContain('There is no such approval.')
    const late = await assistant.call('deleteSection', { id })
    const lateId = late.structured.approval?.id ?? ''
    await approve(lateId)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 })
    expect((await retry(id, lateId)).text).toContain('The approval has expired.')
    vi.useRealTimers()
    expect(await sectionIds()).toContain(id)
  })

  test('can only be given by its user in the app', async () => {
    const { id, approval } = await askToDelete()
    const ben = await signUp(server)
    expect((await decideApproval(ben, approval.id, true)).status).toBe(404)
    expect((await readApproval(ben, approval.id)).status).toBe(404)
    const path = `/v2/my/approvals/${approval.id}/decision/`
    const headers = { Authorization: `Bearer ${key}` }
    const own = await server.request('POST', path, { headers, body: { approve: true } })
    expect(own.status).toBe(403)
    expect((await retry(id, approval.id)).text).toContain('The user has not decided yet.')
  })

  test('is refused when too many wait', async () => {
    const { id } = await addHiddenSection()
    for (let n = 0; n < 20; n += 1) await assistant.call('deleteSection', { id })
    expect((await assistant.call('deleteSection', { id })).text).toContain('Too many changes wait')
  })
})
