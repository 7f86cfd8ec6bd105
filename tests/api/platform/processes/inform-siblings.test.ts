import { expect, test } from 'vitest'
import { startWithCreator } from '#support/server/creator.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import type { Question } from '../../../../server/platform/processes/messages.ts'
import { noSiblings } from '../../../../server/platform/processes/siblings.ts'

const { server, ana } = await startWithCreator()

/** Questions to another process, which has not answered yet. */
const open: { question: Question; answer: () => void }[] = []
const alone = server.deps.siblings

test('a change is answered after the other processes know it, a read at once', async () => {
  const link = await addLink(ana)
  server.deps.siblings = {
    ...noSiblings(),
    count: 2,
    ask: (question) => new Promise((resolve) => open.push({ question, answer: () => resolve([]) })),
  }
  let isAnswered = false
  const edited = editLink(ana, link, { name: 'Lamp' }).finally(() => (isAnswered = true))
  await expect.poll(() => open.length).toBe(1)
  // The change is stored, and another request is answered meanwhile.
  expect((await readLink(ana, link)).name).toBe('Lamp')
  expect(open.map(({ question }) => question)).toEqual(['catch-up'])
  expect(isAnswered).toBe(false)
  open[0]?.answer()
  expect((await edited).status).toBe(200)
  server.deps.siblings = alone
})
