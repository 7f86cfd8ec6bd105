import { listReports } from '../../../server/operator/reports.ts'
import type { LoginPage } from './hosts/login-pages.ts'
import { startTestServer, type TestServer } from './test-app.ts'

export const OPERATOR = 'operator@split.example'

/** Starts a server that mails reports to the operator. Reports come from different IP addresses. */
export const startReportServer = (sharedServer?: TestServer) =>
  startTestServer({
    listen: true,
    operatorEmail: OPERATOR,
    trustedProxies: ['127.0.0.1', '::1'],
    ...(sharedServer && { sharedServer }),
  })

export const EVE = { details: '', name: 'Eve', email: 'eve@people.example', good_faith: 'on' }

let people = 0
/** Returns a new IP address. */
export const newAddress = () => `198.${18 + (people >> 8)}.0.${(people += 1) & 255}`

/** Sends a report of Eve, by default from a new IP address. */
export const sendReport = (
  form: LoginPage,
  typed: Record<string, string>,
  address = newAddress(),
) => form.submit({ ...EVE, ...typed }, { 'X-Forwarded-For': address })

export const reportsOf = ({ deps }: TestServer) => listReports(deps.db, deps.config)

type Command<O> = (
  options: O,
) => (db: TestServer['deps']['db'], config: TestServer['deps']['config']) => Promise<string>

/** Runs a command as `npm run operator --` does. */
export async function runCommand<O>(
  { deps }: TestServer,
  command: Command<O> | undefined,
  options: O,
): Promise<string> {
  if (!command) throw new Error('no such command')
  return command(options)(deps.db, deps.config)
}
