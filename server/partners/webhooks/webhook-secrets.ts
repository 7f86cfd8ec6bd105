import { createHmac, randomBytes } from 'node:crypto'
import { decryptToken, encryptToken } from '../../platform/secrets/token-cipher.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { WebhookRow } from './webhook-owner.ts'

type KeySecrets = Pick<Secrets, 'tokens'>

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Creates a secret in the form of Standard Webhooks 1.0. */
export const createSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Encrypts a secret for the database. `ownerId` is the id of the user or of the brand. */
export const sealSecret = ({ tokens }: KeySecrets, secret: string, ownerId: string): string =>
  encryptToken(tokens, secret, sealOf(ownerId))

/** Returns an encrypted secret; null if it was stored by a server with other keys. */
export const openSecret = ({ tokens }: KeySecrets, sealed: string, ownerId: string) =>
  decryptToken(tokens, sealed, sealOf(ownerId))

const sealOf = (ownerId: string) => `webhook secret of ${ownerId}`

export type SignedMessage = { id: string; timestamp: number; body: string }

/**
 * Returns the header `webhook-signature`: one signature per secret, separated by spaces (Standard
 * Webhooks 1.0).
 */
export const signatureHeader = (secrets: string[], message: SignedMessage): string =>
  secrets.map((secret) => `v1,${sign(secret, message)}`).join(' ')

const sign = (secret: string, { id, timestamp, body }: SignedMessage) =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')

/** Returns the secrets that sign now, the current one first. */
export function validSecrets(secrets: KeySecrets, webhook: WebhookRow): string[] {
  const { userId, brandId, sealedSecret, sealedOldSecret, oldSecretEndsAt } = webhook
  const isOldValid = oldSecretEndsAt !== null && oldSecretEndsAt > new Date()
  const sealed = [sealedSecret, ...((isOldValid && sealedOldSecret && [sealedOldSecret]) || [])]
  return sealed.flatMap((one) => openSecret(secrets, one, userId ?? brandId ?? '') ?? [])
}
