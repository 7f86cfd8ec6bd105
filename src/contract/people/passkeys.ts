import * as v from 'valibot'
import { text, token, Uuid } from '../common.ts'

/** Maximum number of passkeys per account. */
export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 60
/** Minutes within which a passkey must answer a challenge. */
export const CHALLENGE_MINUTES = 5

/** Bytes in Base64 for URLs, as the Web Authentication API writes them in JSON. */
const bytes = v.pipe(token(8000), v.regex(/^[\w-]+$/, 'This value is not valid.'))

const credential = <Response extends v.GenericSchema>(response: Response) =>
  v.object({ id: bytes, rawId: bytes, type: v.literal('public-key'), response })

/** Answer of a new passkey (Web Authentication, RegistrationResponseJSON). */
export const NewPasskeyAnswer = credential(
  v.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: v.optional(v.pipe(v.array(token(20)), v.maxLength(10)), []),
  }),
)
export type NewPasskeyAnswer = v.InferOutput<typeof NewPasskeyAnswer>
export type NewPasskeyInput = v.InferInput<typeof NewPasskeyAnswer>

/** Signature by a passkey (Web Authentication, AuthenticationResponseJSON). */
export const PasskeyAnswer = credential(
  v.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: v.optional(bytes),
  }),
)
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>

/** Bodies of calls with passkeys. Not in the specification. */
export const NewPasskey = v.object({ answer: NewPasskeyAnswer })
export const PasskeyUse = v.object({ answer: PasskeyAnswer })
export const PasskeyName = v.object({
  name: v.pipe(text(MAX_PASSKEY_NAME), v.nonEmpty('Enter a name.')),
})

/** Options for the Web Authentication API of the browser, as JSON. */
export const PasskeyOptions = v.looseObject({ challenge: v.string() })

/** Passkey of a user in lists. */
export const Passkey = v.object({
  id: Uuid,
  name: v.string(),
  added_at: v.string(),
  last_used_at: v.nullable(v.string()),
})
export type Passkey = v.InferOutput<typeof Passkey>

/** Answer to a new passkey. With the first second factor it contains the recovery codes. */
export const AddedPasskey = v.object({ passkey: Passkey, recovery_codes: v.array(v.string()) })
export type AddedPasskey = v.InferOutput<typeof AddedPasskey>

/** Proof by a passkey. */
export const PasskeyProof = v.object({
  until: v.string(),
  /** Value to send as `password` in calls of this session until then. */
  instead_of_password: v.string(),
})
export type PasskeyProof = v.InferOutput<typeof PasskeyProof>
