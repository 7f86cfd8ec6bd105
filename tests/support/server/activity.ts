import { expect, vi } from 'vitest'
import type { ActivityItem, ActivityPage, Unreads } from '#contract/activity.ts'
import type { StoredLink } from './links/short-links.ts'
import { clickOn } from './links/short-links.ts'
import type { Person } from './people.ts'
import type { TestServer } from './test-app.ts'

export const ACTIVITY = '/v1/activity'

export async function listed(person: Person, list = 'rendered', page = 1): Promise<ActivityPage> {
  const response = await person.send('GET', `${ACTIVITY}/${list}?page=${page}`)
  if (response.status !== 200) throw new Error(`no list: ${await response.text()}`)
  return (await response.json()) as ActivityPage
}

export const texts = async (person: Person, list?: string) =>
  (await listed(person, list)).notifications.map(({ text }) => text)

export const unreadsOf = async (person: Person) =>
  (await (await person.send('GET', `${ACTIVITY}/unreads`)).json()) as Unreads

/** Waits until the jobs have created a notification with this text. */
export const waitForNotification = (person: Person, text: string): Promise<ActivityItem> =>
  vi.waitFor(
    async () => {
      const { notifications } = await listed(person)
      const item = notifications.find((candidate) => candidate.text === text)
      expect(item, notifications.map((each) => each.text).join(' | ')).toBeDefined()
      return item as ActivityItem
    },
    { timeout: 15_000, interval: 30 },
  )

/** Counts clicks of this many different visitors. */
export async function countVisitors(server: TestServer, link: StoredLink, people: number) {
  for (let person = 0; person < people; person += 1) {
    server.deps.clicks.record(clickOn(link, { remote: `203.0.${person >> 8}.${person & 255}` }))
  }
  await server.deps.clicks.settle()
}
