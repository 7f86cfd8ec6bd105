/** Event of an event stream, as defined in the HTML standard. */
export type StreamEvent = { id: string; type: string; data: string }

/**
 * Creates a parser that accepts the text of an event stream in chunks of any size and emits
 * complete events. Supports only LF and CR LF as line ends, because our server writes no others.
 */
export function createStreamReader(onEvent: (event: StreamEvent) => void) {
  let buffer = ''
  let event: StreamEvent = { id: '', type: '', data: '' }

  function readLine(text: string) {
    if (text === '') {
      const { type, data } = event
      if (data !== '') onEvent({ ...event, type: type === '' ? 'message' : type })
      event = { id: event.id, type: '', data: '' }
      return
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(text) ?? []
    if (name === 'id') event.id = value
    else if (name === 'event') event.type = value
    else if (name === 'data') event.data += event.data === '' ? value : `\n${value}`
    // Lines that start with a colon are comments that keep the connection open.
  }

  return (chunk: string) => {
    const lines = (buffer + chunk).split('\n')
    buffer = lines.pop() ?? ''
    for (const one of lines) readLine(one.endsWith('\r') ? one.slice(0, -1) : one)
  }
}
