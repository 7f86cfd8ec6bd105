import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import { NewMessage } from '#contract/partners/chat.ts'
import { openChannelWithUser } from '../../../partners/chat/brand-side.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { ActionName } from '../../actions/actions.ts'
import { requireChannel, sendToUser } from '../../chat.ts'
import { blockLink, unblockLink } from '../../reports/link-blocks.ts'
import { blockPage, unblockPage } from '../../reports/page-blocks.ts'
import { closeReports } from '../../reports/open-reports.ts'
import { REPORTS_OF } from '../../reports/reports-of.ts'
import { blockWidget, unblockWidget } from '../../reports/widget-blocks.ts'
import {
  blockIn,
  gone,
  numberIn,
  reasonIn,
  requireUser,
  type ConsoleAction,
} from './console-action.ts'
import { APPLICATION_ACTIONS } from './application-actions.ts'
import { APPEAL_ACTIONS } from './appeal-actions.ts'
import { LINK_ACTIONS } from './link-actions.ts'
import { CONTENT_ACTIONS } from './content-actions.ts'
import { MONEY_ACTIONS } from './money-actions.ts'
import { PAYOUT_ACTIONS } from './payout-actions.ts'
import { PERSON_ACTIONS } from './person-actions.ts'

const BLOCKS = { link: blockLink, page: blockPage, widget: blockWidget }
const UNBLOCKS = { link: unblockLink, page: unblockPage, widget: unblockWidget }
const CONTENT = ['link', 'page', 'widget'] as const
const isBlockable = (kind: string): kind is keyof typeof BLOCKS => Object.hasOwn(BLOCKS, kind)

async function channelById(tx: Tx, id: string) {
  const { channel } = await requireChannel(tx, id)
  return { organizationId: channel.brandId, channelId: id }
}

/** Returns the channel of support with a user. Creates it if support writes first. */
async function supportChannel(tx: Tx, userId: string) {
  const { id } = await requireUser(tx, userId)
  const channelId = await openChannelWithUser(tx, { organizationId: null, userId: id })
  return { organizationId: null, channelId }
}

/** Actions of the list that the console offers. Those of the command line alone are not here. */
export const CONSOLE_ACTIONS: Partial<Record<ActionName, ConsoleAction>> = {
  ...LINK_ACTIONS,
  ...CONTENT_ACTIONS,
  ...MONEY_ACTIONS,
  ...PAYOUT_ACTIONS,
  ...PERSON_ACTIONS,
  ...APPEAL_ACTIONS,
  ...APPLICATION_ACTIONS,
  'content.block': {
    kinds: CONTENT,
    prepare({ config }, name, form, kind) {
      const facts = blockIn(config, form)
      return async (tx) => {
        if (!isBlockable(kind) || !(await BLOCKS[kind](tx, name, facts))) throw gone(kind)
      }
    },
  },
  'content.unblock': {
    kinds: CONTENT,
    prepare: (_deps, name, _form, kind) => async (tx) => {
      if (!isBlockable(kind) || !(await UNBLOCKS[kind](tx, name))) throw gone(kind)
    },
  },
  'reports.dismiss': {
    kinds: CONTENT,
    prepare(_deps, name, form, kind) {
      const why = reasonIn(form)
      return async (tx) => {
        if (!isBlockable(kind)) throw gone(kind)
        const { about } = await REPORTS_OF[kind](tx, name)
        const closed = await closeReports(tx, about, { decision: 'dismissed', why })
        if (closed === 0) throw new ConfigError('These reports were decided already.')
      }
    },
  },
  'message.send': {
    kinds: ['channel', 'user'],
    prepare(_deps, id, form, kind) {
      const read = v.safeParse(NewMessage, { text: form['text'] ?? '' })
      if (!read.success || read.output.text === '')
        throw new ConfigError(read.issues?.[0].message ?? 'Write a message.')
      const key = v.is(Uuid, form['key']) ? form['key'] : null
      return async (tx) => {
        const place = kind === 'user' ? await supportChannel(tx, id) : await channelById(tx, id)
        return sendToUser(tx, { ...place, text: read.output.text, key })
      }
    },
  },
  'job.retry': {
    kinds: ['job'],
    prepare: (_deps, id) => async (tx) => {
      const rows = await tx.execute(sql`select id from graphile_worker.reschedule_jobs(
        job_ids := array[${numberIn(id)}]::bigint[], run_at := now(), attempts := 0)`)
      if (rows.length === 0) throw gone('job')
    },
  },
}
