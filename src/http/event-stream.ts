/** One event of an event-stream, as HTML's standard has it. */
export type StreamEvent = { id: string; type: string; data: string }

/**
 * Takes the text of an event-stream in whatever pieces it comes and gives whole events. Only LF and
 * CR LF end a line here: our server writes no other.
 */
export function createStreamReader(heard: (event: StreamEvent) => void) {
  let rest = ''
  let event: StreamEvent = { id: '', type: '', data: '' }

  function line(text: string) {
    if (text === '') {
      const { type, data } = event
      if (data !== '') heard({ ...event, type: type === '' ? 'message' : type })
      event = { id: event.id, type: '', data: '' }
      return
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(text) ?? []
    if (name === 'id') event.id = value
    else if (name === 'event') event.type = value
    else if (name === 'data') event.data += event.data === '' ? value : `\n${value}`
    // A line that begins with a colon keeps the connection alive.
  }

  return (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const one of lines) line(one.endsWith('\r') ? one.slice(0, -1) : one)
  }
}
