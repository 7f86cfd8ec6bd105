import { randomUUID } from 'node:crypto'
import { and, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { activityItems } from '../../platform/db/schema.ts'
import { addItems } from './activity.ts'

/** Person who has, had or was offered access to an account. */
type Member = {
  id: string
  /** Name or email for people to read. */
  name: string
}
type MemberEvent = 'joined' | 'declined' | 'left' | 'removed'

const aboutMember = ({ id, name }: Member) => ({ subject: name, memberId: id })

/** Tells the owner of an account on all devices who got, declined or lost access. */
export const notifyMember = (
  tx: Tx,
  { userId, member, is }: { userId: string; member: Member; is: MemberEvent },
) =>
  addItems(tx, [
    { userId, kind: `member-${is}`, cause: randomUUID(), details: aboutMember(member) },
  ])

/** Tells the owner of a page that a member changed its address. */
export const notifyPageMoved = (
  tx: Tx,
  { userId, member, slug }: { userId: string; member: Member; slug: string },
) =>
  addItems(tx, [
    { userId, kind: 'page-moved', cause: randomUUID(), details: { ...aboutMember(member), slug } },
  ])

/** Removes the name of a deleted account from the activity of others. */
export const forgetMember = (tx: Tx, memberId: string) =>
  tx
    .update(activityItems)
    .set({
      details: sql`${activityItems.details} - 'memberId' || '{"subject":"A deleted account"}'`,
    })
    .where(
      and(
        ne(activityItems.userId, memberId),
        sql`${activityItems.details}->>'memberId' = ${memberId}`,
      ),
    )
