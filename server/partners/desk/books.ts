import type { BrandRow } from '../../links/brands/organizations.ts'
import type { Deps } from '../../env.ts'
import {
  invitationsOfBrand,
  inviteAsBrand,
  withdrawInvitation,
} from '../unmasking/brand-invitations.ts'
import { missingBook } from './answer-missing.ts'
import { lastCalls } from './calls.ts'
import { offersOf } from './campaigns.ts'
import { closeSession, closeSessions } from './desk-sessions.ts'
import { messagesBook } from './messages.ts'
import { daysOf, PAGE_ROWS, peopleOf } from './numbers.ts'
import { lastOrders, missingAt } from './orders.ts'
import { namesOf, partnerOf } from './partners.ts'
import type { Range } from './range.ts'
import { tryPostback } from './try-postback.ts'

/**
 * Returns all queries and actions of a desk, bound to one brand. Routes of the desk have no other
 * access, so they cannot read data of another brand.
 */
export function booksOf(deps: Deps, brand: BrandRow) {
  const { db } = deps
  const { id } = brand
  return {
    people: (range: Range, page: number, rows = PAGE_ROWS) =>
      peopleOf(db, id, range, { page, rows }),
    names: (userIds: string[]) => namesOf(db, id, userIds),
    partner: (number: string) => partnerOf(db, id, number),
    days: (range: Range, userId?: string) => daysOf(db, id, range, userId),
    asked: async () =>
      new Map((await invitationsOfBrand(db, id)).map((sent) => [sent.partnerId, sent])),
    invite: (partnerId: string) => inviteAsBrand(db, { organizationId: id, partnerId }),
    withdraw: (partnerId: string) => withdrawInvitation(db, { organizationId: id, partnerId }),
    messages: messagesBook(db, id),
    orders: () => lastOrders(db, id),
    missing: () => missingAt(db, brand),
    answerMissing: missingBook(deps, brand),
    calls: () => lastCalls(db, id),
    tryPostback: (fields: Record<string, string>) => tryPostback(deps, brand, fields),
    signOut: (sessionId: string) => closeSession(db, sessionId),
    signOutEverywhere: () => closeSessions(db, id),
    offers: (now: Date) => offersOf(db, id, now),
  }
}

export type Books = ReturnType<typeof booksOf>
