import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { afterAll } from 'vitest'

/** Creates a folder with a country database, for the tests of one file. */
export function countryFolder(networks: Record<string, object>) {
  const folder = mkdtempSync(join(tmpdir(), 'split-test-countries-'))
  const file = join(folder, 'country.mmdb')
  writeFileSync(file, countryFile(networks))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, file }
}

/** Returns a minimal country database: search tree, data section and metadata. */
function countryFile(networks: Record<string, object>): Buffer {
  const tree = new Tree()
  const values = Object.entries(networks).map(([network, value]) => {
    tree.add(bitsOf(network), network)
    return [network, encoded(value)] as const
  })
  let offset = 0
  const places = new Map<string, number>()
  for (const [network, bytes] of values) {
    places.set(network, offset)
    offset += bytes.length
  }
  return Buffer.concat([
    tree.written(places),
    Buffer.alloc(SEPARATOR),
    ...values.map(([, bytes]) => bytes),
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encoded(aboutFile(tree.size)),
  ])
}

const SEPARATOR = 16
const RECORD_BITS = 24

const aboutFile = (nodes: number) => ({
  binary_format_major_version: 2,
  binary_format_minor_version: 0,
  build_epoch: 1_700_000_000,
  database_type: 'Test-Country',
  description: {},
  ip_version: 6,
  languages: [],
  node_count: nodes,
  record_size: RECORD_BITS,
})

/** Returns the bits of a network. IPv4 networks are stored below ::/96. */
function bitsOf(network: string): number[] {
  const [address, length] = ipaddr.parseCIDR(network)
  const bytes = address.toByteArray()
  const all = bytes.length === 4 ? [...Array<number>(12).fill(0), ...bytes] : bytes
  const bits = all.flatMap((byte) => byte.toString(2).padStart(8, '0').split('').map(Number))
  return bits.slice(0, length + (bytes.length === 4 ? 96 : 0))
}

type Next = number | string | undefined

class Tree {
  readonly #nodes: [Next, Next][] = [[undefined, undefined]]

  get size() {
    return this.#nodes.length
  }

  add(bits: number[], network: string) {
    let at = 0
    for (const [index, bit] of bits.entries()) {
      const node = this.#nodes[at]
      if (!node) throw new Error('no such node')
      if (index === bits.length - 1) node[bit as 0 | 1] = network
      else {
        const next = node[bit as 0 | 1]
        if (typeof next === 'string') throw new Error('networks must not overlap')
        node[bit as 0 | 1] = at = next ?? this.#nodes.push([undefined, undefined]) - 1
      }
    }
  }

  written(places: ReadonlyMap<string, number>): Buffer {
    const bytes = Buffer.alloc((this.size * 2 * RECORD_BITS) / 8)
    for (const [index, next] of this.#nodes.flat().entries()) {
      const value =
        typeof next === 'string'
          ? this.size + SEPARATOR + (places.get(next) ?? 0)
          : (next ?? this.size)
      bytes.writeUIntBE(value, index * 3, 3)
    }
    return bytes
  }
}

const [TEXT, MAP, NUMBER, LIST] = [2, 7, 6, 11] as const

function encoded(value: unknown): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([head(TEXT, text.length), text])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([head(NUMBER, 4), bytes])
  }
  if (Array.isArray(value))
    return Buffer.concat([
      Buffer.from([value.length, LIST - 7]),
      ...value.map((one) => encoded(one)),
    ])
  const entries = Object.entries(value as object)
  return Buffer.concat([head(MAP, entries.length), ...entries.flat().map((one) => encoded(one))])
}

function head(type: number, size: number): Buffer {
  if (size > 28) throw new Error('values of more than 28 bytes are not supported')
  return Buffer.from([(type << 5) | size])
}
