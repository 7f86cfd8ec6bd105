import type { Scope } from '#contract/developers/scopes.ts'

type Permission = { label: string; scopes: readonly Scope[] }

/** Permissions as the user chooses them. Together they cover every scope once. */
export const PERMISSIONS: readonly Permission[] = [
  { label: 'Read links and collections', scopes: ['links:read', 'collections:read'] },
  { label: 'Create and edit links', scopes: ['links:write'] },
  { label: 'Create and edit collections', scopes: ['collections:write'] },
  { label: 'Read clicks', scopes: ['analytics:read'] },
  { label: 'Read earnings', scopes: ['earnings:read'] },
  { label: 'Read your page and profile', scopes: ['page:read', 'profile:read'] },
  { label: 'Edit your page', scopes: ['page:write'] },
  { label: 'Manage webhooks', scopes: ['webhooks:write'] },
]

/** Returns whether a key with these scopes has the whole permission. */
export const isGranted = (scopes: readonly Scope[], permission: Permission): boolean =>
  permission.scopes.every((scope) => scopes.includes(scope))

/** Returns the permissions that scopes contain, also those of which they contain only a part. */
export const grantedLabels = (scopes: readonly Scope[]): string[] =>
  PERMISSIONS.filter((permission) => permission.scopes.some((scope) => scopes.includes(scope))).map(
    ({ label }) => label,
  )

const NOUNS = {
  links: 'links',
  collections: 'collections',
  analytics: 'clicks',
  earnings: 'earnings',
  page: 'page',
  profile: 'profile',
  webhooks: 'webhooks',
}
type Subject = keyof typeof NOUNS
const SUBJECTS = Object.keys(NOUNS) as Subject[]

/** Returns what a key can do in one or two short sentences, such as "Edits links. Reads clicks." */
export function summaryOf(scopes: readonly string[]): string {
  const edits = SUBJECTS.filter((subject) => scopes.includes(`${subject}:write`))
  const reads = SUBJECTS.filter(
    (subject) => scopes.includes(`${subject}:read`) && !edits.includes(subject),
  )
  return [sentence('Edits', edits), sentence('Reads', reads)].filter(Boolean).join(' ')
}

function sentence(verb: string, subjects: Subject[]): string {
  const nouns = subjects.map((subject) => NOUNS[subject])
  const last = nouns.at(-1)
  if (last === undefined) return ''
  const others = nouns.slice(0, -1).join(', ')
  return `${verb} ${others === '' ? last : `${others} and ${last}`}.`
}
