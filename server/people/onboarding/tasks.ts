import { sql, type SQL } from 'drizzle-orm'
import { LINK_DIALOG } from '#contract/app-constants.ts'
import type { OnboardingTask } from '#contract/people/onboarding.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import {
  collections,
  devices,
  links,
  pages,
  publicProfiles,
  socialLinks,
} from '../../platform/db/schema.ts'

type Task = Omit<OnboardingTask, 'is_done'> & { done: (userId: string) => SQL<boolean> }

const hasOne = (from: SQL) => sql<boolean>`exists (select 1 from ${from})`

/** Tasks for new users, in recommended order. `done` checks the data itself. */
const TASKS: Task[] = [
  {
    id: 'first_link',
    title: 'Create your first link',
    text: 'Paste the address of something you like.',
    url: `${LINK_DIALOG}1`,
    done: (of) => hasOne(sql`${links} where ${links.userId} = ${of}`),
  },
  {
    id: 'publish_page',
    title: 'Publish your page',
    text: 'One address for everything you share.',
    url: '/splitpage',
    done: (of) => hasOne(sql`${pages} where ${pages.userId} = ${of} and ${pages.isPublished}`),
  },
  {
    id: 'social_link',
    title: 'Add a social link',
    text: 'Show where else people can find you.',
    url: '/profile',
    done: (of) => hasOne(sql`${socialLinks} where ${socialLinks.userId} = ${of}`),
  },
  {
    id: 'profile_picture',
    title: 'Add a profile picture',
    text: 'Help people recognize you.',
    url: '/profile',
    done: (of) =>
      hasOne(
        sql`${publicProfiles} where ${publicProfiles.userId} = ${of} and ${publicProfiles.imageUploadId} is not null`,
      ),
  },
  {
    id: 'notifications',
    title: 'Turn on notifications',
    text: 'Get clicks and sales as they happen.',
    url: '/settings/notifications-settings',
    done: (of) => hasOne(sql`${devices} where ${devices.userId} = ${of}`),
  },
  {
    id: 'first_collection',
    title: 'Create a collection',
    text: 'Group links under one name.',
    url: '/splitlinks?tab=collections',
    done: (of) => hasOne(sql`${collections} where ${collections.userId} = ${of}`),
  },
]

type Paging = { page: number; page_size: number }

/** Returns a page of tasks, unfinished ones first. */
export async function listTasks(db: DbOrTx, userId: string, { page, page_size }: Paging) {
  const columns = Object.fromEntries(TASKS.map(({ id, done }) => [id, done(userId)]))
  const [doneById = {}] = (await db.select(columns).from(sql`(select 1) as one`)) as Record<
    string,
    unknown
  >[]
  const all = TASKS.map(({ id, title, text, url }) => ({
    id,
    title,
    text,
    url,
    is_done: doneById[id] === true,
  }))
  const sorted = [...all.filter(({ is_done }) => !is_done), ...all.filter(({ is_done }) => is_done)]
  const from = (page - 1) * page_size
  return { results: sorted.slice(from, from + page_size), count: sorted.length }
}
