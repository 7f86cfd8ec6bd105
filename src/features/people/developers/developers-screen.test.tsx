import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiKey, CreatedApiKey } from '#contract/developers/api-keys.ts'
import { SCOPES } from '#contract/developers/scopes.ts'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { signInAs } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { act, hrefOf, press, screen, userEvent, within } from '#support/window/on-screen.ts'
import { DevelopersScreen } from './developers-screen.tsx'
import { createdKeyAtom } from './keys.ts'
import { NewKeyScreen } from './new-key-screen.tsx'
import { PERMISSIONS, summaryOf } from './permissions.ts'

const PATH = '/settings/developers'
const NEW = '/settings/developers/new-key'
const LIST = 'GET /v2/my/api-keys/'
const ADD = 'POST /v2/my/api-keys/'
const CALLS = 'GET /v2/my/api-keys/k7Qd2m/calls/'

const aKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k7Qd2m',
  name: 'Newsletter script',
  scopes: ['links:read', 'links:write', 'analytics:read'],
  created_at: '2026-05-01T10:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  ...changes,
})
const serve = (results: ApiKey[], more = {}) => fakeApi({ [LIST]: { results }, ...more })

beforeEach(() => {
  signInAs(crypto.randomUUID())
  openMirror()
})
afterEach(wipeAll)

const open = (search = '') => renderAt(PATH, PATH + search, DevelopersScreen)
const showForm = () => renderAt(NEW, NEW, NewKeyScreen)
const row = (name: RegExp) => screen.findByRole('button', { name })

describe('connected apps', () => {
  test('the address for assistants can be copied, also without an app', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText')
    serve([], { 'GET /v2/my/connected-apps/': { results: [] } })
    await open()
    await press('Copy address for assistants')
    expect(written).toHaveBeenCalledWith(`${location.origin}/mcp`)
  })
})

describe('the list of keys', () => {
  test('without keys says what a key is for and offers to create one', async () => {
    serve([])
    await open()
    expect(await screen.findByText(/^No keys yet\./)).toBeTruthy()
    expect(hrefOf('New key')).toBe(NEW)
  })

  test('says what each key can do and when it was used', async () => {
    serve([
      aKey({ last_used_at: new Date().toISOString() }),
      aKey({ id: 'a1b2c3', name: 'Website feed', scopes: ['links:read'] }),
    ])
    await open()
    expect((await row(/^Newsletter script/)).textContent).toContain(
      'Edits links. Reads clicks. Used today',
    )
    expect((await row(/^Website feed/)).textContent).toContain('Reads links. Not used yet')
  })

  test('marks keys that no longer work', async () => {
    serve([
      aKey({ name: 'Old laptop', expires_at: '2026-05-01T10:00:00.000Z' }),
      aKey({ id: 'a1b2c3', name: 'Leaked', revoked_at: '2026-05-02T10:00:00.000Z' }),
    ])
    await open()
    expect((await row(/^Old laptop/)).textContent).toMatch(/Expired May 1.*Expired/)
    expect((await row(/^Leaked/)).textContent).toMatch(/Revoked May 2.*Revoked/)
  })
})

describe('one key', () => {
  test('shows its permissions', async () => {
    serve([aKey()])
    const { history } = await open()
    await userEvent.click(await row(/^Newsletter script/))
    expect(history.location.search).toBe('?key=k7Qd2m')
    const dialog = within(await screen.findByRole('dialog', { name: 'Newsletter script' }))
    expect(dialog.getByText('split_k7Qd2m_')).toBeTruthy()
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Create and edit links',
      'Read clicks',
    ])
  })

  test('shows its latest calls, or that there are none', async () => {
    const at = new Date(2026, 4, 2, 10, 5).toISOString()
    const call = { at, call: 'GET /v2/my/links/{uuid}', status: 404, request_id: 'r1' }
    const api = serve([aKey()], { [CALLS]: { results: [call] } })
    await open('?key=k7Qd2m')
    expect(await screen.findByText('GET /v2/my/links/{uuid}')).toBeTruthy()
    expect(screen.getByText(/404$/)).toBeTruthy()
    await press('Close')
    api.change({ [CALLS]: { results: [] } })
    await userEvent.click(await row(/^Newsletter script/))
    expect(await screen.findByText('No calls.')).toBeTruthy()
  })

  test('is deleted after a question', async () => {
    const api = serve([aKey()], {
      'DELETE /v2/my/api-keys/k7Qd2m/': () => new Response(null, { status: 204 }),
    })
    await open('?key=k7Qd2m')
    await press('Delete key')
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Delete key' }))
    expect(await screen.findByText('Newsletter script is deleted.')).toBeTruthy()
    expect(api.sentTo('DELETE /v2/my/api-keys/k7Qd2m/')).toHaveLength(1)
  })
})

describe('creating a key', () => {
  const created: CreatedApiKey = { ...aKey({ scopes: ['links:read'] }), key: 'split_k7Qd2m_secret' }
  test('sends name, permissions and password, and keeps the answer for the list', async () => {
    const api = serve([], { [ADD]: json({ result: created }, 201) })
    const { history, store } = await showForm()
    await userEvent.type(await screen.findByLabelText('Name'), 'Newsletter script')
    await userEvent.click(screen.getByRole('switch', { name: 'Create and edit links' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Read clicks' }))
    await userEvent.selectOptions(screen.getByLabelText('Expires'), 'Never')
    await userEvent.type(screen.getByLabelText('Your password'), 'four unlike words')
    await press('Create key')
    await expect.poll(() => history.location.pathname).toBe(PATH)
    expect(api.sentTo(ADD)).toEqual([
      {
        name: 'Newsletter script',
        scopes: ['links:read', 'collections:read', 'analytics:read'],
        expires_at: null,
        password: 'four unlike words',
      },
    ])
    expect(store.get(createdKeyAtom)).toEqual(created)
  })

  test('asks for what is missing without sending anything', async () => {
    const api = serve([])
    await showForm()
    await screen.findByLabelText('Name')
    await press('Create key')
    expect(await screen.findByText('Give the key a name.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Name'), 'x')
    await press('Create key')
    expect(await screen.findByText('Enter your password.')).toBeTruthy()
    expect(api.sentTo(ADD)).toHaveLength(0)
  })

  test('shows the server’s error at its field', async () => {
    serve([], {
      [ADD]: json(
        { errors: { password: ['This password is wrong. Check it and try again.'] } },
        400,
      ),
    })
    await showForm()
    await userEvent.type(await screen.findByLabelText('Name'), 'x')
    await userEvent.type(screen.getByLabelText('Your password'), 'wrong')
    await press('Create key')
    expect(await screen.findByText('This password is wrong. Check it and try again.')).toBeTruthy()
  })

  test('the new key is shown until its dialog is closed', async () => {
    serve([created])
    const { store } = await open()
    act(() => store.set(createdKeyAtom, created))
    const dialog = within(await screen.findByRole('dialog', { name: 'Your new key' }))
    expect(dialog.getByText('split_k7Qd2m_secret')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Copy key' })).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText('split_k7Qd2m_secret')).toBeNull()
  })
})

describe('the permissions', () => {
  test('cover every scope once', () => {
    expect(PERMISSIONS.flatMap(({ scopes }) => scopes).toSorted()).toEqual([...SCOPES].sort())
  })

  test.each([
    [['links:read'], 'Reads links.'],
    [['links:read', 'analytics:read', 'earnings:read'], 'Reads links, clicks and earnings.'],
    [['links:read', 'links:write', 'page:write'], 'Edits links and page.'],
  ])('%j are shown as "%s"', (scopes, text) => {
    expect(summaryOf(scopes)).toBe(text)
  })
})
