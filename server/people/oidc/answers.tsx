import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { LeavePage, ProblemPage } from './oidc-pages.tsx'
import { OidcProblem, type ProblemKind } from './oidc-problem.ts'
import { requireProvider, startFlow, type Step } from './flows.ts'
import { formToken } from '../../platform/http/csrf.ts'
import { clientAddressGroup } from '../../platform/http/throttle.ts'

type PageContext = Context<AppEnv>

/**
 * Starts a sign-in and shows a page that opens the provider. A redirect would not do: the security
 * policy of our pages applies to redirects after a form, and allows this site only.
 */
export async function leaveForProvider(
  c: PageContext,
  { callback, isFresh = false }: { callback: string; isFresh?: boolean },
  step: Step,
): Promise<Response> {
  const { deps } = c.var
  const { name } = requireProvider(deps)
  const start = { browser: formToken(c), client: clientAddressGroup(c), callback, isFresh }
  const url = await startFlow(deps, start, step)
  return openPage(c, url, <LeavePage {...{ name, url }} />)
}

/** Shows a page that opens an address by itself. */
export function openPage(c: PageContext, url: string, page: ReturnType<typeof LeavePage>) {
  c.header('Refresh', `0; url=${url}`)
  return answerPage(c, page)
}

const STATUS_CODES = {
  unreachable: 502,
  refused: 400,
  cancelled: 400,
  ended: 400,
  stale: 400,
} as const satisfies Record<ProblemKind, number>

type Way = { back: { href: string; text: string }; other?: string | undefined }

/** Runs a step of a sign-in and shows what went wrong, with the way back. */
export async function withProblems(
  c: PageContext,
  way: Way,
  run: () => Promise<Response>,
): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof OidcProblem)) throw error
    const { oidc } = c.var.deps.config
    const page = <ProblemPage problem={error.is} provider={oidc} {...way} />
    return answerPage(c, page, STATUS_CODES[error.is])
  }
}
