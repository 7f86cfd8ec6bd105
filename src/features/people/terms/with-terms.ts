import { acceptTerms, getTerms } from '#api/terms.ts'
import { quiet } from '#http/client.ts'
import { serverAddress } from '#http/endpoint.ts'
import { toApiError } from '#http/error.ts'
import { confirm } from '#ui/dialog/confirm.tsx'

/**
 * Sends a request that the server may reject until new terms are accepted. It then asks for
 * acceptance once and repeats the request. If the user wants to read the terms first, they open in
 * a new tab and nothing is sent.
 */
export async function withTerms<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (toApiError(error).field('terms') === undefined || !(await accept())) throw error
    return send()
  }
}

async function accept(): Promise<boolean> {
  const terms = await getTerms(quiet)
  if (!terms) return true
  const isYes = await confirm(
    'The terms have changed since you accepted them. Accept them to redeem.',
    { title: 'New terms', ok: 'Accept and redeem', cancel: 'Read the terms' },
  )
  if (isYes) await acceptTerms(terms.version, quiet)
  else open(serverAddress(terms.url), '_blank', 'noopener')
  return isYes
}
