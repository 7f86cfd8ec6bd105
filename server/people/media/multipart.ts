/** Errors in an upload request's body. */
export type BodyFault = 'missing' | 'incomplete'

type Sink = (bytes: Buffer) => Promise<void>

/** Maximum bytes of a text field. What is beyond is dropped. */
const MAX_TEXT_BYTES = 64 * 1024
/** Maximum bytes of a part's header. Browsers write less. */
const MAX_HEAD_BYTES = 16 * 1024

/** Returns the boundary of a multipart form, or null for another content type. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
      contentType,
    ) ?? []
  return quoted ?? plain ?? null
}

/**
 * Passes the first file named `field` to `sink` as it arrives and keeps at most one chunk and a
 * boundary in memory. Reads the whole body, so that the client can receive the answer. Text fields
 * are added to `texts`.
 */
export async function readFilePart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  field: string,
  sink: Sink,
  texts?: Map<string, string>,
): Promise<BodyFault | null> {
  const parser = createParser(boundary, field, sink, texts)
  for await (const chunk of body) await parser.take(Buffer.from(chunk))
  return parser.fault()
}

function createParser(
  boundary: string,
  field: string,
  sink: Sink,
  texts = new Map<string, string>(),
) {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line break before it. Add one, so that all boundaries look alike.
  let rest: Buffer = Buffer.from('\r\n')
  let state: 'content' | 'head' | 'end' = 'content'
  let isWanted = false
  let wasFound = false
  /** Name and bytes of the current text field; null inside other parts. */
  let text: { name: string; bytes: Buffer } | null = null

  /** Each step consumes a part of `rest` and returns whether the next one can follow at once. */
  const steps = {
    async content() {
      const at = rest.indexOf(delimiter)
      // Without a delimiter, keep the last bytes, which may be the start of one.
      const contentEnd = at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at
      if (isWanted && contentEnd > 0) await sink(rest.subarray(0, contentEnd))
      if (text && text.bytes.length < MAX_TEXT_BYTES)
        text.bytes = Buffer.concat([text.bytes, rest.subarray(0, contentEnd)])
      if (text && at >= 0) texts.set(text.name, text.bytes.toString('utf8'))
      rest = rest.subarray(at < 0 ? contentEnd : at + delimiter.length)
      if (at >= 0) state = 'head'
      return at >= 0
    },
    async head() {
      if (rest.length >= 2 && rest.toString('latin1', 0, 2) === '--') state = 'end'
      const at = rest.indexOf('\r\n\r\n')
      if (at < 0 || state === 'end') {
        if (rest.length > MAX_HEAD_BYTES) state = 'end'
        return false
      }
      const { name, isFile } = dispositionOf(rest.toString('utf8', 0, at))
      isWanted = !wasFound && isFile && name === field
      text = isFile || name === undefined ? null : { name, bytes: Buffer.alloc(0) }
      wasFound ||= isWanted
      rest = rest.subarray(at + 4)
      state = 'content'
      return true
    },
    async end() {
      rest = Buffer.alloc(0)
      return false
    },
  }

  return {
    async take(chunk: Buffer) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (await steps[state]());
    },
    fault(): BodyFault | null {
      if (state !== 'end') return 'incomplete'
      return wasFound ? null : 'missing'
    },
  }
}

/**
 * Returns the field of a part, and whether it is a file. Only files have a file name, possibly an
 * empty one.
 */
function dispositionOf(head: string): { name: string | undefined; isFile: boolean } {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1] ?? ''
  const name = /(?:^|;)\s*name="?([^";]*)"?/i.exec(disposition)?.[1]
  return { name, isFile: /(?:^|;)\s*filename\*?=/i.test(disposition) }
}
