import { and, count, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { PUBLIC_CALLS } from '#contract/developers/public-api.ts'
import { withKey } from '#support/server/api-keys.ts'
import {
  newAccount,
  newUrl,
  type Account,
  type Change,
} from '#support/server/changes/changed-account.ts'
import { COLLECTION_CHANGES } from '#support/server/changes/collection-changes.ts'
import { LINK_CHANGES } from '#support/server/changes/link-changes.ts'
import { PAGE_CHANGES, WITHOUT_PAGE } from '#support/server/changes/page-changes.ts'
import { addPage } from '#support/server/page/pages.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addWebhook, WEBHOOKS } from '#support/server/webhooks.ts'
import { accountChanges, historyEntries } from '../../../../server/platform/db/schema.ts'
import { MEMBER_CALLS } from '../../../../server/people/members/member-calls.ts'

const server = await startTestServer()
const shared = await newAccount(server)
await addPage(shared.owner)

const addHook = async ({ owner }: Account) =>
  `${WEBHOOKS}${(await addWebhook(owner, newUrl())).id}/`

/** Request for each call that changes the account. */
const CHANGES: Record<string, Change> = {
  ...LINK_CHANGES,
  ...COLLECTION_CHANGES,
  ...PAGE_CHANGES,
  'POST /v2/my/webhooks': () => [WEBHOOKS, { url: newUrl(), events: ['link.created'] }],
  'PATCH /v2/my/webhooks/{id}': async (of) => [await addHook(of), { is_active: false }],
  'DELETE /v2/my/webhooks/{id}': async (of) => [await addHook(of)],
  'POST /v2/my/webhooks/{id}/secret': async (of) => [`${await addHook(of)}secret/`],
}

const READS = 'It reads.'
const NOT_SHOWN = 'A picture is shown only after another change, which is recorded.'
const BY_RULE = 'It is refused, because a rule selects the links.'
/** Other calls than GET that change nothing of the account, and why. */
const NO_CHANGE: Record<string, string> = {
  'POST /v2/my/links/search': READS,
  'POST /v2/my/links/{uuid}/try': READS,
  'POST /v2/my/pages/generate_slug': READS,
  'POST /v2/my/pages/move-in': READS,
  'POST /v1/users/me/widgets/preview': READS,
  'POST /v2/my/analytics/my_links': READS,
  'POST /v2/my/links/{uuid}/extract': 'What the server reads on a page is no change.',
  'POST /v2/my/links/{uuid}/health': 'What the server finds on a page is no change.',
  'POST /v1/uploader/upload/{kind}': NOT_SHOWN,
  'POST /v1/uploader/upload/link_preview': NOT_SHOWN,
  'POST /v2/my/collections/smart/{uuid}/links': BY_RULE,
  'PATCH /v2/my/collections/smart/{uuid}/links': BY_RULE,
  'DELETE /v2/my/collections/smart/{uuid}/links': BY_RULE,
  'POST /v1/action_ext': 'It counts uses of the extension.',
  'POST /v2/my/webhooks/{id}/test': 'The log of the webhook has it.',
  'POST /v2/my/webhooks/{id}/deliveries/{delivery}/resend': 'The log of the webhook has it.',
}

const isWrite = (call: string) => !call.startsWith('GET ')
const forMembers = [...MEMBER_CALLS]
  .filter(([call, access]) => isWrite(call) && access !== 'self')
  .map(([call]) => call)
const forKeys = PUBLIC_CALLS.map(({ call }) => call).filter(isWrite)

type By = 'a member' | 'an API key'

/** Returns the number of changes of an account by an actor. */
async function recorded({ owner }: Account, actorId: string): Promise<number> {
  let sum = 0
  for (const table of [historyEntries, accountChanges]) {
    const isOne = and(eq(table.userId, owner.uuid), eq(table.actorId, actorId))
    const [row] = await server.deps.db.select({ rows: count() }).from(table).where(isOne)
    sum += row?.rows ?? 0
  }
  return sum
}

/** Sends a request and expects that its change was recorded with its actor. */
async function expectRecorded(by: By, of: Account, call: string, change: Change) {
  const { acting, member, key } = of
  const id = by === 'a member' ? member.uuid : key.id
  const [path, body] = await change(of)
  const before = await recorded(of, id)
  const method = call.split(' ')[0] ?? ''
  const answer = await (by === 'a member'
    ? acting.send(method, path, body)
    : withKey(server, key.key)(method, path, body))
  expect(answer.status, await answer.text()).toBeLessThan(300)
  expect(await recorded(of, id)).toBeGreaterThan(before)
}

const changesOf = (calls: string[], by: By) =>
  calls.flatMap((call): [string, By, Change][] =>
    CHANGES[call] ? [[call, by, CHANGES[call]]] : [],
  )

test('each call that writes has a request here, or a reason why it changes nothing', () => {
  const known = Object.keys({ ...CHANGES, ...WITHOUT_PAGE, ...NO_CHANGE })
  expect(known.toSorted()).toEqual([...new Set([...forMembers, ...forKeys])].toSorted())
})

describe('a history records', () => {
  test.each([...changesOf(forMembers, 'a member'), ...changesOf(forKeys, 'an API key')])(
    '%s by %s',
    (call, by, change) => expectRecorded(by, shared, call, change),
  )

  test.each(Object.entries(WITHOUT_PAGE))('%s of an account without a page', async (...call) =>
    expectRecorded('a member', await newAccount(server), ...call),
  )
})
