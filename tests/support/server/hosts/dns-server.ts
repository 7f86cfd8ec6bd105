import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const CNAME = 5
const NAME_ERROR = 3

/** DNS server with the records that a test sets, reached over UDP. */
export type DnsServer = {
  /** Address in the format of the settings. */
  address: string
  cname: Map<string, string>
  txt: Map<string, string[]>
  /** Names that are answered with a server failure. */
  broken: Set<string>
  stop(): Promise<void>
}

export async function startDns(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const cname = new Map<string, string>()
  const txt = new Map<string, string[]>()
  const broken = new Set<string>()
  socket.on('message', (asked, from) => {
    const { name, type, end } = questionOf(asked)
    const found =
      type === CNAME
        ? cname.has(name)
          ? [encodeName(cname.get(name) ?? '')]
          : []
        : (txt.get(name) ?? []).map(encodeText)
    const code = broken.has(name) ? 2 : found.length === 0 ? NAME_ERROR : 0
    socket.send(answerTo(asked.subarray(0, end), code, type, found), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    cname,
    txt,
    broken,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** Parses the question after the 12-byte header (RFC 1035, section 4.1.2). */
function questionOf(message: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let size = message[at] ?? 0; size > 0; size = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + size))
    at += size + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, code: number, type: number, found: Buffer[]): Buffer {
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(found.length, 6)
  // Sets the other section counts to 0, because additional records of the query (EDNS) are not
  // repeated.
  header.writeUInt32BE(0, 8)
  const records = found.map((data) => {
    // Pointer to the queried name, then type, class IN, a TTL of 0 and the length.
    const start = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, 0])
    start.writeUInt16BE(data.length, 10)
    return Buffer.concat([start, data])
  })
  return Buffer.concat([header, question.subarray(12), ...records])
}

const encodeName = (name: string) =>
  Buffer.concat([...name.split('.').map(encodeText), Buffer.from([0])])

/** Encodes a label or text: its length, then its bytes. */
const encodeText = (text: string) => Buffer.from([text.length, ...Buffer.from(text, 'ascii')])
