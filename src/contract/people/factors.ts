import * as v from 'valibot'
import { token } from '../common.ts'
import { Passkey } from './passkeys.ts'

/** Number of recovery codes of one set. */
export const RECOVERY_CODES = 10
/** Hours between asking for a recovery and the removal of the second factors. */
export const RECOVERY_HOURS = 72
/** Minutes for which a code or passkey confirms the actions of a session. */
export const PROOF_MINUTES = 5

/** Code of an authenticator app or recovery code, as typed. Spaces and dashes are ignored. */
const Code = v.optional(token(60), '')

/** Body of calls that take a code. Not in the specification. */
export const CodeInput = v.object({ code: Code })

/** Body of calls that change a factor. Not in the specification. */
export const FactorChange = v.object({ password: v.optional(token(1000)) })

/** Request to remove the second factors, which the user can stop until then. */
export const FactorRecovery = v.object({ asked_at: v.string(), ends_at: v.string() })
export type FactorRecovery = v.InferOutput<typeof FactorRecovery>

/** Account at the OpenID Connect provider that signs the user in. */
export const Identity = v.object({
  /** Email there; empty if the provider names none. */
  email: v.string(),
  added_at: v.string(),
  last_used_at: v.string(),
})
export type Identity = v.InferOutput<typeof Identity>

/** Ways in which a user can sign in besides passkeys. */
const SignInWays = v.object({
  /** Name of the OpenID Connect provider; null if this server has none. */
  provider: v.nullable(v.string()),
  /** Connected account there; null if none is connected. */
  identity: v.nullable(Identity),
  /** Whether this server accepts passwords of users. */
  allows_password: v.boolean(),
  has_password: v.boolean(),
})
export type SignInWays = v.InferOutput<typeof SignInWays>

/** Ways to sign in on a server without a provider. */
export const ONLY_PASSWORD: SignInWays = {
  provider: null,
  identity: null,
  allows_password: true,
  has_password: true,
}

/** Body of the call that starts a confirmation by the provider. `back` is the page to return to. */
export const ProviderConfirmation = v.object({ back: token(2000) })
/** Body of the call that starts the connection of an account at the provider. */
export const IdentityStart = v.object({
  ...FactorChange.entries,
  ...ProviderConfirmation.entries,
})
/** Address at the provider to open. */
export const ProviderAddress = v.object({ url: v.string() })

/** Second factors of a user. Answer of GET /v2/my/factors/. Not in the specification. */
export const Factors = v.object({
  /** Authenticator app; null if it is off. */
  authenticator: v.nullable(
    v.object({ added_at: v.string(), last_used_at: v.nullable(v.string()) }),
  ),
  /** Newest first. */
  passkeys: v.optional(v.array(Passkey), []),
  recovery_codes_left: v.number(),
  /** Open recovery; null if nobody asked for one. */
  recovery: v.optional(v.nullable(FactorRecovery), null),
  sign_in: v.optional(SignInWays),
})
export type Factors = v.InferOutput<typeof Factors>

/** Secret of a new authenticator app, shown once. */
export const NewAuthenticator = v.object({
  /** Secret in Base32, to be typed. */
  secret: v.string(),
  /** Address with the secret, for the QR code: `otpauth://totp/…`. */
  uri: v.string(),
})
export type NewAuthenticator = v.InferOutput<typeof NewAuthenticator>

/** New recovery codes, shown once. Empty if the earlier ones still work. */
export const RecoveryCodes = v.object({ recovery_codes: v.array(v.string()) })
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>

/** Time until which the session's actions are confirmed. */
export const Proof = v.object({ until: v.string() })
export type Proof = v.InferOutput<typeof Proof>
