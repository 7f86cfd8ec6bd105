import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#contract/people/passkeys.ts'

/** Options of the server, as far as the device reads them. */
export type DeviceOptions = { challenge: string; user?: { id: string } }

/** Deviations from what an honest device of this host does. */
type Deviation = {
  origin?: string
  rpId?: string
  counter?: number
  userVerified?: boolean
  userHandle?: string
  /** Changes the signature, as if another key had signed. */
  forged?: boolean
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const toBase64 = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** Returns a byte string in CBOR, with the shortest length (RFC 8949, section 3.1). */
const bytesOf = (content: Buffer) =>
  Buffer.concat([
    content.length < 256
      ? Buffer.from([0x58, content.length])
      : Buffer.from([0x59, content.length >> 8, content.length & 0xff]),
    content,
  ])
const textOf = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** Returns a coordinate of a COSE key with its label. */
const point = (label: number, base64: string) =>
  Buffer.concat([Buffer.from([label]), bytesOf(Buffer.from(base64, 'base64url'))])

/** Returns a P-256 public key as COSE (RFC 9053, section 7.1): EC2, ES256, P-256, x, y. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  return Buffer.concat([head, point(0x21, x), point(0x22, y)])
}

/** Returns what a browser signs about the call (Web Authentication, CollectedClientData). */
const clientData = (type: string, challenge: string, origin = 'http://localhost:8080') =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/**
 * Creates a software authenticator with one P-256 key. It counts its signatures like a security key,
 * or always reports 0 like passkeys that are synchronized between devices.
 */
export function createPasskeyDevice({ counts = false } = {}) {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let signatures = 0
  let handle = ''

  function authenticatorData(flags: number, how: Deviation, rest = Buffer.alloc(0)): Buffer {
    if (counts) signatures += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(how.counter ?? signatures)
    const verified = how.userVerified === false ? 0 : USER_VERIFIED
    const allFlags = Buffer.from([flags | USER_PRESENT | verified])
    return Buffer.concat([sha256(how.rpId ?? 'localhost'), allFlags, counter, rest])
  }

  const credential = { id: toBase64(id), rawId: toBase64(id), type: 'public-key' as const }

  return {
    id: credential.id,

    /** Creates the passkey with attestation `none`. */
    create({ challenge, user }: DeviceOptions, how: Deviation = {}): NewPasskeyAnswer {
      handle = user?.id ?? ''
      const key = coseKey(keys.publicKey.export({ format: 'jwk' }))
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        textOf('fmt'),
        textOf('none'),
        textOf('attStmt'),
        Buffer.from([0xa0]),
        textOf('authData'),
        bytesOf(authenticatorData(HAS_CREDENTIAL, how, attested)),
      ])
      const response = {
        clientDataJSON: toBase64(clientData('webauthn.create', challenge, how.origin)),
        attestationObject: toBase64(attestationObject),
        transports: ['internal'],
      }
      return { ...credential, response }
    },

    /** Signs a challenge. */
    get({ challenge }: DeviceOptions, how: Deviation = {}): PasskeyAnswer {
      const client = clientData('webauthn.get', challenge, how.origin)
      const data = authenticatorData(0, how)
      const signed = how.forged ? randomBytes(64) : Buffer.concat([data, sha256(client)])
      const response = {
        clientDataJSON: toBase64(client),
        authenticatorData: toBase64(data),
        signature: toBase64(sign('sha256', signed, keys.privateKey)),
        userHandle: how.userHandle ?? handle,
      }
      return { ...credential, response }
    },
  }
}

export type PasskeyDevice = ReturnType<typeof createPasskeyDevice>
