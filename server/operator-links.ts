import { SHORT_CODE } from '#contract/links.ts'
import { ConfigError, type Config } from './config.ts'
import type { Db } from './db/client.ts'
import {
  closeReports,
  openReports,
  REPORT_REASONS,
  type OpenReport,
} from './domain/abuse-reports.ts'
import { linkByCode } from './domain/coded-links.ts'
import { setBlocked } from './domain/link-blocks.ts'

const MOST = 100

type Work = (db: Db, config: Config) => Promise<string>

/** What an operator can do about one link: `block`, `unblock` and `dismiss`. */
export function linkCommand([name = '', link = '', ...rest]: string[]): (() => Work) | undefined {
  const act = ACTS[name]
  if (!act || link === '' || rest.length > 0) return undefined
  const code = codeIn(link)
  return () => async (db) => {
    const done = await act(db, code)
    if (done === null) throw new ConfigError(`There is no link ${code}.`)
    return done
  }
}

/** Null: there is no such link. */
const ACTS: Record<string, (db: Db, code: string) => Promise<string | null>> = {
  block: async (db, code) =>
    (await setBlocked(db, code, true))
      ? `${code} is blocked: it leads nowhere, and its owner's app says so.`
      : null,
  unblock: async (db, code) =>
    (await setBlocked(db, code, false)) ? `${code} leads where it did before.` : null,
  dismiss: async (db, code) => {
    const link = await linkByCode(db, code)
    if (!link) return null
    const closed = await closeReports(db, link.id)
    return closed === 1
      ? `1 report of ${code} is closed.`
      : `${closed} reports of ${code} are closed.`
  },
}

/** `lamp`, or `https://split.example/s/lamp+` as it was copied from somewhere. */
function codeIn(typed: string): string {
  const last =
    typed
      .replace(/[?#].*$/, '')
      .replace(/\/$/, '')
      .split('/')
      .at(-1) ?? ''
  const code = last.replace(/\+$/, '')
  if (SHORT_CODE.test(code)) return code
  throw new ConfigError(`${typed} is no short code.`)
}

export const listReports: Work = async (db, { shortLinkHost }) => {
  const reports = await openReports(db, MOST)
  if (reports.length === 0) return 'No open reports.'
  const more = reports.length === MOST ? `\n\nThe newest ${MOST}; there may be more.` : ''
  return reports.map((report) => shown(report, shortLinkHost)).join('\n\n') + more
}

function shown(report: OpenReport, host: string): string {
  const { createdAt, shortCode, isBlocked, targetUrl, reason, details, email } = report
  const at = createdAt.toISOString().slice(0, 16).replace('T', ' ')
  const lines = [
    `${at} UTC  ${host}/${shortCode}${isBlocked ? '  (blocked)' : ''}`,
    `led to ${targetUrl || 'nowhere'}`,
    `${REPORT_REASONS[reason]}${details && `: ${details}`}`,
    email && `answer to ${email}`,
  ]
  return lines
    .filter((line) => line !== '')
    .map(printable)
    .join('\n  ')
}

/** Strangers wrote some of it: no escape sequence of theirs reaches the terminal. */
const printable = (line: string) => line.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
