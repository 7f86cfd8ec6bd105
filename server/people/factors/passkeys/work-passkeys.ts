import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { and, desc, eq, getTableName } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import {
  MAX_PASSKEYS,
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyName,
} from '#contract/people/passkeys.ts'
import type { Deps } from '../../../env.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import type { deskPasskeys, staffPasskeys } from '../../../platform/db/schema.ts'
import { isUniqueViolation } from '../../../platform/db/unique.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { countAttempt, resetAttempts, type LimitKey } from '../../../platform/http/throttle.ts'
import { readAnswer } from './answers.ts'
import { finishAdding, startAdding, startUsing } from './ceremonies.ts'
import type { ChallengeUse } from './challenges.ts'
import { checkStoredPasskey } from './stored-passkey.ts'

/* Passkeys of staff, who use them in the console, and of people of a brand, who use them in the desk. */

/** Change of a passkey, about which its owner gets an email. */
export type PasskeyNews = { ownerId: string; name: string; about: 'added' | 'removed' | 'copied' }

/** Passkeys of one kind of person. */
export type WorkPasskeys = {
  table: typeof staffPasskeys | typeof deskPasskeys
  /** Returns the owner of a challenge. It differs from the one of any other kind of person. */
  challengeOwner: (id: string) => string
  /** Queues the email about a change. */
  notify: (deps: Pick<Deps, 'jobs'>, tx: Tx, news: PasskeyNews) => Promise<void>
}

/** Person in one session. */
export type PasskeyOwner = { ownerId: string; sessionId: string }

export type WorkPasskey = (typeof staffPasskeys | typeof deskPasskeys)['$inferSelect']

const ownPasskey = ({ table }: WorkPasskeys, ownerId: string, id: string) => {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return and(eq(table.ownerId, ownerId), eq(table.id, id))
}

/** Returns the passkeys of a person, newest first. */
export const listWorkPasskeys = (
  { table }: WorkPasskeys,
  db: DbOrTx,
  ownerId: string,
): Promise<WorkPasskey[]> =>
  db
    .select()
    .from(table)
    .where(eq(table.ownerId, ownerId))
    .orderBy(desc(table.createdAt), desc(table.id))

const sessionChallenge = (
  { challengeOwner }: WorkPasskeys,
  { ownerId, sessionId }: PasskeyOwner,
  purpose: 'add' | 'proof',
): ChallengeUse => ({ purpose, owner: challengeOwner(ownerId), browser: sessionId })

/** Returns the use of a challenge for the second step of a sign-in of this person. */
export const secondStepUse = (
  { challengeOwner }: WorkPasskeys,
  ownerId: string,
  browser: string,
): ChallengeUse => ({ purpose: 'sign-in', owner: challengeOwner(ownerId), browser })

/** Passkeys of the person who is signed in, with what they can do. */
export type OwnPasskeys = {
  /** Whether this person can have passkeys. */
  isAllowed: boolean
  /** Whether one can be added now, because a code or passkey was used or there is none. */
  canAdd: boolean
  list: () => Promise<WorkPasskey[]>
  /** Returns the options for a new passkey. */
  start: () => Promise<PublicKeyCredentialCreationOptionsJSON>
  /** Adds a passkey and returns new recovery codes, if there are any. Throws FieldError. */
  add: (typed: Record<'name' | 'passkey', string>) => Promise<string[]>
  /** Throws FieldError. */
  rename: (change: { id: string; name: string }) => Promise<void>
  /** Removes a passkey and returns new recovery codes, if there are any. */
  remove: (id: string) => Promise<string[]>
  /** Returns the options for a signature that confirms what this session does. */
  startProof: () => Promise<PublicKeyCredentialRequestOptionsJSON>
}

type Access = Pick<OwnPasskeys, 'isAllowed' | 'canAdd'> & {
  owner: PasskeyOwner
  /** Name of the access, which devices show. */
  deviceName: string
  /** Runs and records a change in a transaction. Returns new recovery codes, if there are any. */
  transact: (
    about: 'added' | 'removed',
    name: string,
    work: (tx: Tx) => Promise<void>,
  ) => Promise<string[]>
}

/** Returns the passkeys of the person who is signed in. */
export function ownPasskeys(kind: WorkPasskeys, deps: Deps, access: Access): OwnPasskeys {
  const { table } = kind
  const { isAllowed, canAdd, owner, deviceName, transact } = access
  const { ownerId } = owner
  const { db } = deps
  const list = () => listWorkPasskeys(kind, db, ownerId)
  const change = (about: 'added' | 'removed', name: string, work: (tx: Tx) => Promise<void>) =>
    transact(about, name, async (tx) => {
      await work(tx)
      await kind.notify(deps, tx, { ownerId, name, about })
    })

  return {
    isAllowed,
    canAdd,
    list,

    async start() {
      const known = await list()
      if (known.length >= MAX_PASSKEYS) throw new HTTPException(409)
      return startAdding(deps, sessionChallenge(kind, owner, 'add'), {
        id: ownerId,
        name: deviceName,
        known,
      })
    },

    async add(typed) {
      const name = readName(typed.name)
      const answer = readAnswer(NewPasskeyAnswer, typed.passkey)
      const credential = await finishAdding(deps, sessionChallenge(kind, owner, 'add'), answer)
      try {
        return await change('added', name, async (tx) => {
          await tx.insert(table).values({ ownerId, name, ...credential })
        })
      } catch (error) {
        if (!isUniqueViolation(error, `${getTableName(table)}_credential`)) throw error
        throw new FieldError('non_field_errors', 'This passkey has already been added.')
      }
    },

    async rename({ id, name }) {
      const values = { name: readName(name) }
      const own = ownPasskey(kind, ownerId, id)
      const rows = await db.update(table).set(values).where(own).returning()
      if (rows.length === 0) throw new HTTPException(404)
    },

    async remove(id) {
      const own = ownPasskey(kind, ownerId, id)
      const [found] = await db.select().from(table).where(own)
      if (!found) throw new HTTPException(404)
      return change('removed', found.name, async (tx) => {
        const removed = await tx.delete(table).where(own).returning()
        if (removed.length === 0) throw new HTTPException(404)
      })
    },

    startProof: () =>
      startWorkSignature(kind, deps, ownerId, sessionChallenge(kind, owner, 'proof')),
  }
}

function readName(typed: string): string {
  const read = v.safeParse(PasskeyName, { name: typed })
  if (!read.success) throw new FieldError('name', read.issues[0].message)
  return read.output.name
}

/** Returns the options for a signature with one of the person's passkeys. */
export const startWorkSignature = async (
  kind: WorkPasskeys,
  deps: Deps,
  ownerId: string,
  use: ChallengeUse,
) => startUsing(deps, use, await listWorkPasskeys(kind, deps.db, ownerId))

type Signature = { ownerId: string; typed: string; limits: readonly LimitKey[] }

/**
 * Checks a signature of one of the person's passkeys.
 *
 * @throws FieldError for a wrong answer; ThrottledError after too many of them.
 */
export async function requireWorkSignature(
  kind: WorkPasskeys,
  deps: Deps,
  use: ChallengeUse,
  { ownerId, typed, limits }: Signature,
): Promise<void> {
  // In this order: an attempt that the first limit rejects does not count for the next.
  for (const limit of limits) await countAttempt(deps, limit)
  await verifyWorkPasskey(kind, deps, use, readAnswer(PasskeyAnswer, typed), ownerId)
  await resetAttempts(deps, ...limits)
}

/**
 * Checks a signature that confirms what this session does.
 *
 * @throws FieldError for a wrong answer; ThrottledError after too many of them.
 */
export const requireWorkProof = (
  kind: WorkPasskeys,
  deps: Deps,
  owner: PasskeyOwner,
  { typed, limits }: Omit<Signature, 'ownerId'>,
): Promise<void> =>
  requireWorkSignature(kind, deps, sessionChallenge(kind, owner, 'proof'), {
    ownerId: owner.ownerId,
    typed,
    limits,
  })

/**
 * Checks the signature of a passkey and returns the id of its owner. With `ownerId`, only passkeys of
 * this person are accepted.
 *
 * @throws FieldError
 */
export async function verifyWorkPasskey(
  kind: WorkPasskeys,
  deps: Deps,
  use: ChallengeUse,
  answer: PasskeyAnswer,
  ownerId?: string,
): Promise<string> {
  const { table } = kind
  const isOwn = ownerId === undefined ? undefined : eq(table.ownerId, ownerId)
  const [row] = await deps.db
    .select()
    .from(table)
    .where(and(eq(table.credentialId, answer.id), isOwn))
  return checkStoredPasskey(
    deps,
    use,
    answer,
    row && {
      table,
      row,
      ownerId: row.ownerId,
      reportCopy: () =>
        deps.db.transaction((tx) =>
          kind.notify(deps, tx, { ownerId: row.ownerId, name: row.name, about: 'copied' }),
        ),
    },
  )
}
