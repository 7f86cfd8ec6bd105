import type { Member } from './staff.ts'

/** Returns the text of a page without its tags. */
export const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

/** Sends the form of an action of the console. */
export const act = (member: Member, action: string, form: Record<string, string>) =>
  member.post(`/console/actions/${action}`, form)

/** Returns the fields of a form that decides about these rows. */
export const picks = (...ids: number[]) => ({
  many: 'yes',
  ...Object.fromEntries(ids.map((id) => [`pick-${id}`, 'on'])),
})
