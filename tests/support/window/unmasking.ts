import type { BrandInvitation, Connection, InvitationStatus } from '#contract/partners/unmasking.ts'
import { fakeApi, json, type Answer } from './fake-api.ts'

const ROOT = '/v2/my/unmasking/'
const company = (name: string) => ({
  uuid: '11111111-1111-4111-8111-111111111111',
  company_name: name,
  logo_url: null,
  commission_percentage: 10,
})

export const invitation = (
  id: number,
  name: string,
  more: Partial<BrandInvitation> = {},
): BrandInvitation => ({
  id,
  inviting: company(name),
  status: 'pending',
  created_at: '2026-05-09T10:00:00.000Z',
  appearance: { partner: 'P-7F3K9QAB', name: 'Ana Example', page: null },
  ...more,
})

const list = (results: object[]) => ({ results, next: null, count: results.length })

type Start = { invitations?: BrandInvitation[]; connected?: Connection[]; automatic?: boolean }

/** Imitates the server with invitations and connections. It remembers the answers. */
export function fakeInvitations({
  invitations = [],
  connected = [],
  automatic = false,
}: Start = {}) {
  let rows = invitations
  let connections = connected
  let settings = { unmasking_invitations: automatic }
  const answers = (id: number, status: InvitationStatus): Answer => {
    return () => {
      const row = rows.find((one) => one.id === id)
      if (!row) return json({}, 404)
      rows = rows.map((one) => (one.id === id ? { ...one, status } : one))
      const since = '2026-05-10T10:00:00.000Z'
      if (status === 'accepted')
        connections = [{ id, organization: row.inviting, connected_at: since }, ...connections]
      return { result: { ...row, status } }
    }
  }
  const ids = [...invitations, ...connected].map(({ id }) => id)
  return fakeApi({
    [`GET ${ROOT}invitations/`]: ({ query }) => {
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 20)]
      const all = rows.filter(({ status }) => status === query.get('status'))
      const next = all.length > page * size ? `?page=${page + 1}` : null
      return { results: all.slice((page - 1) * size, page * size), next, count: all.length }
    },
    [`GET ${ROOT}connections/`]: () => list(connections),
    [`GET ${ROOT}settings/`]: () => settings,
    [`PUT ${ROOT}settings/`]: ({ body }) => {
      settings = { unmasking_invitations: body['unmasking_invitations'] === true }
      return settings
    },
    ...Object.fromEntries(
      ids.flatMap((id): [string, Answer][] => [
        [`PUT ${ROOT}invitations/${id}/accept/`, answers(id, 'accepted')],
        [`PUT ${ROOT}invitations/${id}/ignore/`, answers(id, 'ignored')],
        [
          `DELETE ${ROOT}connections/${id}/`,
          () => {
            connections = connections.filter((one) => one.id !== id)
            return new Response(null, { status: 204 })
          },
        ],
      ]),
    ),
  })
}
