import type { AccountChange, AccountEvent, ChangedThing } from '#contract/people/account-changes.ts'

const THINGS: Record<ChangedThing, string> = {
  widget: 'Widget',
  social_link: 'Social link',
  parameter_set: 'Parameter set',
  collection: 'Collection',
  section: 'Section',
  import: 'Import',
  link_problem: 'Problem of link',
  webhook: 'Webhook',
}

const EVENTS: Record<AccountEvent, string> = {
  create: 'created',
  edit: 'changed',
  delete: 'deleted',
  restore: 'restored',
  reorder: 'reordered',
  cancel: 'cancelled',
  hide: 'hidden',
  secret: 'got a new secret',
}

/** Returns what happened, for example "Widget “Lamps” deleted". */
export function changeText({ thing, event, name }: AccountChange): string {
  if (event === 'reorder') return `${THINGS[thing]}s reordered`
  const happened = thing === 'import' && event === 'create' ? 'started' : EVENTS[event]
  return name === '' ? `${THINGS[thing]} ${happened}` : `${THINGS[thing]} “${name}” ${happened}`
}
