import type { Deps } from '../../env.ts'
import type { Tx } from '../../platform/db/client.ts'
import { notifyMember } from '../activity/members.ts'

type OwnerNews = {
  userId: string
  member: { id: string; email: string }
  about: 'joined' | 'declined' | 'left'
}

/** Tells the owner of an account by email and on all devices what an invited person or member did. */
export async function announceMember(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { userId, member, about }: OwnerNews,
): Promise<void> {
  const { id, email } = member
  await jobs.add(tx, 'member-mail', { about, userId, email })
  await notifyMember(tx, { userId, member: { id, name: email }, is: about })
}
