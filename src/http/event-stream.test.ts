import { expect, test } from 'vitest'
import { createStreamReader, type StreamEvent } from './event-stream.ts'

function eventsOf(...chunks: string[]) {
  const events: StreamEvent[] = []
  const read = createStreamReader((event) => events.push(event))
  for (const chunk of chunks) read(chunk)
  return events
}

const STREAM = ': hello\n\nid: 4\nevent: message\ndata: {"a":1}\n\nid: 5\ndata: one\ndata: two\n\n'

test('events are complete however their text is split', () => {
  const whole = eventsOf(STREAM)
  expect(whole).toEqual([
    { id: '4', type: 'message', data: '{"a":1}' },
    { id: '5', type: 'message', data: 'one\ntwo' },
  ])
  for (let at = 1; at < STREAM.length; at += 1)
    expect(eventsOf(STREAM.slice(0, at), STREAM.slice(at))).toEqual(whole)
})

test('unfinished events and keep-alive comments are ignored', () => {
  expect(eventsOf(': 25 s\n\n', 'data: not yet\n')).toEqual([])
  expect(eventsOf('event: read\r\ndata: x\r\n\r\n')).toEqual([{ id: '', type: 'read', data: 'x' }])
})
