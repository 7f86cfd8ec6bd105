import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, createChatter, readEventStream } from '#support/server/chatting.ts'
import { signIn, signUp, type Person } from '#support/server/people.ts'
import { startReadyProcess, type Process } from '#support/server/processes/process.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

// The built server, with its own shutdown.
const dataDir = folderForThisFile()
const STREAMS = 10
let server: Process
let ana: Person

async function start(): Promise<Process> {
  const started = await startReadyProcess({ env: { DATA_DIR: dataDir } })
  return started
}

beforeAll(async () => {
  server = await start()
  ana = await signUp(server)
})
afterAll(async () => {
  await server.end()
})

/**
 * Opens a stream. `ended` resolves when the server closes it properly, and rejects if the
 * connection is cut.
 */
async function openStream(token: string): Promise<{ ended: Promise<void> }> {
  const answer = await fetch(`${server.origin}/chat/events`, { headers: bearer(token) })
  expect(answer.status).toBe(200)
  return { ended: answer.text().then(() => undefined) }
}

test('a normal stop ends open streams at once and in order, and reconnecting clients miss nothing', async () => {
  const before = await createChatter(server, ana)
  const channel = await before.open({ channel: 'support' })
  const reader = await readEventStream(server, before.token)
  await reader.begun()
  const others = await Promise.all(
    Array.from({ length: STREAMS - 1 }, () => openStream(before.token)),
  )
  await before.say(channel, 'before')
  await reader.has(1)
  // This message is under way while the server stops. With or without an answer, it is sent again
  // with the same key.
  const path = `/channels/${channel}/messages`
  const during = before.post(path, { text: 'during' }, 'key-1').catch(() => undefined)
  server.kill('SIGTERM')
  await Promise.all(others.map(({ ended }) => ended))
  await reader.ended
  await during
  // The server exited by itself: neither its own time limit nor another process ended it.
  expect(await server.exit()).toBe(0)

  server = await start()
  const after = await createChatter(server, await signIn(server, ana))
  await after.say(channel, 'during', 'key-1')
  await after.say(channel, 'after')
  const again = await readEventStream(server, after.token, reader.lastId())
  await again.begun()
  const all = () => [...reader.texts(), ...again.texts()]
  await expect.poll(all, { timeout: 15_000 }).toEqual(['before', 'during', 'after'])
  const { results } = await after.messages(channel)
  expect(results.map(({ text, sequence }) => [sequence, text])).toEqual([
    [1, 'before'],
    [2, 'during'],
    [3, 'after'],
  ])
  await again.leave()
})
