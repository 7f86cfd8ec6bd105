import type { SignedInUser } from '../../../env.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { issueKey, peekKey } from '../../accounts/one-time-keys.ts'

/** Start of a value that replaces the password. */
const PREFIX = 'passkey:'

type SessionUser = Pick<SignedInUser, 'id' | 'sessionId'>

/** Creates a value that replaces the password of this user in this session for five minutes. */
export const issueProof = async (db: DbOrTx, { id, sessionId }: SessionUser): Promise<string> =>
  `${PREFIX}${await issueKey(db, 'passkey-proof', id, sessionId)}`

/** Returns whether the text replaces the password of this user in this session. */
export const isPasskeyProof = async (
  db: DbOrTx,
  { id, sessionId }: SessionUser,
  text: string,
): Promise<boolean> =>
  text.startsWith(PREFIX) &&
  (await peekKey(db, 'passkey-proof', text.slice(PREFIX.length), sessionId)) === id
