import { expect, test } from 'vitest'
import { boundaryOf, readFilePart } from '../../../../server/people/media/multipart.ts'

async function* inChunks(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}

async function read(body: string | Buffer, size = 1_000_000, boundary = 'b') {
  const parts: Buffer[] = []
  const fault = await readFilePart(
    inChunks(Buffer.from(body), size),
    boundary,
    'file',
    async (bytes) => {
      parts.push(Buffer.from(bytes))
    },
  )
  return { fault, content: Buffer.concat(parts) }
}

const part = (name: string, content: string, filename = '; filename="a.png"') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${filename}\r\nContent-Type: x/y\r\n\r\n${content}\r\n`

/** Text that resembles a boundary in many ways but contains none. */
const TRICKY = '\r\n--\r\n--a\r\n-\r\n\r\n--\r\r\n-b--b --b\r\n\r\n--c--'

test('a file is the same wherever the network splits it (R-295)', async () => {
  const body = `preamble\r\n${part('note', 'text', '')}${part('file', TRICKY)}${part('file', 'second')}--b--\r\n`
  for (const size of [1, 2, 3, 5, 7, 16, 64, 1000]) {
    const { fault, content } = await read(body, size)
    expect([size, fault, content.toString()]).toEqual([size, null, TRICKY])
  }
})

test('file names may contain any character', async () => {
  for (const name of [
    '"; name="other',
    '; filename="name=file.png"',
    "; filename*=UTF-8''%e2.png",
  ]) {
    const head = name.startsWith(';') ? name : `; filename="a${name}"`
    const { fault } = await read(`${part('file', 'x', head)}--b--`)
    expect([name, fault]).toEqual([name, null])
  }
  const { fault } = await read(`${part('other', 'x', '; filename="; name=file"')}--b--`)
  expect(fault).toBe('missing')
})

test.each([
  ['', 'incomplete'],
  ['--b', 'incomplete'],
  ['--b--', 'missing'],
  [part('file', 'half').slice(0, -4), 'incomplete'],
  [part('file', 'no last boundary'), 'incomplete'],
  [`--b\r\n${'x'.repeat(100_000)}`, 'missing'],
])('an invalid body is refused: %j', async (body, fault) => {
  expect((await read(body, 10)).fault).toBe(fault)
})

test('the boundary is read as browsers and libraries write it', () => {
  const expected = '----WebKitFormBoundaryA1'
  expect(boundaryOf('multipart/form-data; boundary=----WebKitFormBoundaryA1')).toBe(expected)
  expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b:c"')).toBe('a b:c')
  for (const other of [
    '',
    'text/plain; boundary=x',
    'multipart/form-data',
    'multipart/form-data; boundary=',
  ])
    expect(boundaryOf(other)).toBeNull()
})
