import { IncomingMessage, type IncomingHttpHeaders } from 'node:http'

/**
 * Request whose object of all headers is built only for answers that read it. Node reads two headers
 * of every request before it calls the listener, which would build the object for each redirect.
 */
export class LightRequest extends IncomingMessage {
  isWithListener = false

  /** Makes all headers available. The listener calls it first. */
  allowHeaders() {
    this.isWithListener = true
  }
}

const allHeaders = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers')

// Not declared in the class, because the types of Node describe `headers` as a plain property.
if (allHeaders?.get) {
  Object.defineProperty(LightRequest.prototype, 'headers', {
    ...allHeaders,
    get(this: LightRequest): unknown {
      return this.isWithListener ? allHeaders.get?.call(this) : headersForNode(this.rawHeaders)
    },
  })
}

/** Returns the headers that Node checks itself: a missing `Host` gets 400, `Expect` is answered. */
function headersForNode(raw: readonly string[]): IncomingHttpHeaders {
  const found: IncomingHttpHeaders = { host: undefined, expect: undefined }
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') found.host = raw[index + 1]
    if (name.length === 6 && name.toLowerCase() === 'expect') found.expect = raw[index + 1]
  }
  return found
}
