import type { Facts } from '#contract/facts.ts'
import type { OnboardingProgress } from '#contract/people/onboarding.ts'
import { IDS, LIST, SETTINGS } from './connected-accounts.ts'
import { fakeApi, type Answer } from './fake-api.ts'

const ROOT = '/v2/my/onboarding'
export const CURRENT = `GET ${ROOT}/current/`
export const TASKS = `${ROOT}/tasks/`
export const next = (step: string) => `POST ${ROOT}/${step}/go_to_next/`

export const FACTS: Facts = {
  unread: { total: 0, groups: { clicks: 0, commission: 0, special: 0 } },
  has_page: false,
}

/** Onboarding steps of this server, with their texts. */
const STEPS: Record<string, [title: string, texts: Record<string, string>]> = {
  profileMode: [
    'How will you use Split?',
    { creator: 'I share things.', shopper: 'I buy things.' },
  ],
  instagram: ['Connect Instagram', { text: 'Choose a picture that you posted.' }],
  profile: ['Your public profile', { text: 'Who people see.' }],
  categories: ['What are you into?', {}],
  notifications: ['Know when something happens', {}],
  earningsInfo: [
    'How you earn',
    { claim: 'Payouts are about 3x higher.', basis: 'Our sales of 2026.' },
  ],
  bonus: [
    'A bonus on top',
    { sales_1: '$100', bonus_1: '$10', sales_2: '$1,000', bonus_2: '$100' },
  ],
  summary: ['You’re ready', {}],
}
const NAMES = Object.keys(STEPS)

/** Returns the server's answer for a step, or for no step with null. */
export function place(
  name: string | null,
  more: Partial<OnboardingProgress> = {},
  said?: Record<string, string>,
): { result: OnboardingProgress } {
  const index = NAMES.indexOf(name ?? '')
  const [title, texts] = STEPS[name ?? ''] ?? ['A step of later', {}]
  const current = name === null ? null : stepOf(name, title, said ?? texts)
  return {
    result: {
      current,
      next: name === null ? null : (NAMES[index + 1] ?? null),
      previous: name === null ? null : (NAMES[index - 1] ?? null),
      position: name === null ? 0 : index + 1,
      count: name === null ? 0 : NAMES.length,
      ...more,
    },
  }
}

const stepOf = (frontend_identifier: string, title: string, texts: Record<string, string>) => ({
  frontend_identifier,
  title,
  texts: Object.entries(texts).map(([identifier, text]) => ({ identifier, text })),
})

/** Imitates the server during the onboarding. */
export function fakeSteps(more: Record<string, Answer> = {}) {
  let isCreator: boolean | null = null
  const settings = () => ({ is_creator: isCreator, unmasking_invitations: false })
  const steps = NAMES.flatMap((name, index): [string, Answer][] => [
    [`GET ${ROOT}/${name}/`, place(name)],
    [next(name), place(NAMES[index + 1] ?? null)],
    [`POST ${ROOT}/${name}/go_to_previous/`, place(NAMES[Math.max(0, index - 1)] ?? null)],
  ])
  return fakeApi({
    ...Object.fromEntries(steps),
    [CURRENT]: place('profileMode'),
    [`PATCH ${ROOT}/`]: new Response(null, { status: 204 }),
    [`GET ${TASKS}`]: { results: [], next: null },
    'GET /v1/users/me/settings': settings,
    'PATCH /v2/my/settings/': ({ body }) => {
      isCreator = body['is_creator'] as boolean
      return settings()
    },
    'GET /v2/my/profile/public/retrieve_profile/': {
      result: { first_name: '', last_name: '', contact_email: '', avatar_url: null },
    },
    'GET /v2/my/categories/': {
      results: [
        { id: 1, name: 'Home', selected: false },
        { id: 2, name: 'Beauty', selected: true },
      ],
    },
    'PUT /v2/my/categories/': { results: [] },
    [LIST]: { results: [] },
    [SETTINGS]: { login: IDS },
    ...more,
  })
}
