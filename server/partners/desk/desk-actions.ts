import type { BrandRow } from '../../links/brands/organizations.ts'
import type { Deps } from '../../env.ts'
import {
  invitationsOfBrand,
  inviteAsBrand,
  withdrawInvitation,
} from '../unmasking/brand-invitations.ts'
import { assignCodes, endCode, listCodes, type NewCode } from '../codes/discount-codes.ts'
import { missingSaleActions } from './answer-missing.ts'
import { readLastCalls } from './calls.ts'
import { offersOf } from './campaigns.ts'
import { closeSession, closeSessions } from './desk-sessions.ts'
import { messageActions } from './messages.ts'
import { readDays, PAGE_ROWS, readPartners } from './numbers.ts'
import { readLastOrders, readMissingSales } from './orders.ts'
import { disconnectDesk, listDeskIdentities } from './oidc/desk-identities.ts'
import { namesOf, findPartner } from './partners.ts'
import { accessActions } from './people/access.ts'
import { colleagueActions } from './people/colleagues.ts'
import type { DeskPerson } from './people/people.ts'
import type { Range } from './range.ts'
import { tryPostback } from './try-postback.ts'
import { connectorActions } from '../connectors/connector-actions.ts'
import { webhookActions } from './webhook-actions.ts'

/**
 * Returns all queries and actions of a desk, bound to one brand and the person who is signed in.
 * Routes of the desk have no other access, so they cannot read data of another brand.
 */
export function createDeskActions(deps: Deps, brand: BrandRow, person: DeskPerson) {
  const { db } = deps
  const { id } = brand
  return {
    people: (range: Range, page: number, rows = PAGE_ROWS) =>
      readPartners(db, id, range, { page, rows }),
    names: (userIds: string[]) => namesOf(db, id, userIds),
    partner: (number: string) => findPartner(db, id, number),
    days: (range: Range, userId?: string) => readDays(db, id, range, userId),
    invitations: async () =>
      new Map((await invitationsOfBrand(db, id)).map((sent) => [sent.partnerId, sent])),
    invite: (partnerId: string) => inviteAsBrand(db, { organizationId: id, partnerId }),
    withdraw: (partnerId: string) => withdrawInvitation(db, { organizationId: id, partnerId }),
    messages: messageActions(db, id),
    webhooks: webhookActions(deps, id),
    connectors: connectorActions(deps, brand),
    codes: {
      list: () => listCodes(db, id),
      assign: (codes: NewCode[]) => assignCodes(db, id, codes),
      end: (codeId: number) => endCode(db, id, codeId, new Date()),
    },
    orders: () => readLastOrders(db, id),
    missing: () => readMissingSales(db, brand),
    answerMissing: missingSaleActions(deps, brand),
    calls: () => readLastCalls(db, id),
    tryPostback: (fields: Record<string, string>) => tryPostback(deps, brand, fields),
    accounts: {
      list: () => listDeskIdentities(db, person.id),
      disconnect: (identityId: string) => disconnectDesk(db, person.id, identityId),
    },
    colleagues: colleagueActions(deps, brand, person),
    access: accessActions(deps, brand, person),
    signOut: (sessionId: string) => closeSession(db, sessionId),
    signOutEverywhere: () => closeSessions(db, person.id),
    offers: (now: Date) => offersOf(db, id, now),
  }
}

export type DeskActions = ReturnType<typeof createDeskActions>
