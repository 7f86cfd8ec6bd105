import { generateKeyPairSync, sign } from 'node:crypto'

export type Certificate = { key: string; cert: string }

/** Returns a self-signed certificate for this machine, valid for a day. */
export function makeCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsa = seq(oid('2a8648ce3d040302'))
  const name = seq(der(0x31, seq(oid('550403'), der(0x0c, Buffer.from('localhost')))))
  const day = 24 * 60 * 60 * 1000
  const body = seq(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsa,
    name,
    seq(moment(Date.now() - day), moment(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, seq(seq(oid('551d11'), der(0x04, seq(...NAMES))))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(seq(body, ecdsa, signature)),
  }
}

/** Encodes a DER element: tag, length and content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const seq = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

const moment = (at: number) => {
  const digits = new Date(at).toISOString().replace(/\D/g, '')
  return der(0x18, Buffer.from(`${digits.slice(0, 14)}Z`))
}

const NAMES = [der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1]))]

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`
