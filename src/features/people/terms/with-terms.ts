import { acceptTerms, getTerms } from '#api/terms.ts'
import { quiet } from '#http/client.ts'
import { serverAddress } from '#http/endpoint.ts'
import { toApiError } from '#http/error.ts'
import { confirm } from '#ui/dialog/confirm.tsx'

/**
 * Does what the server may refuse until new terms are accepted: then they are asked for, once, where it was
 * pressed. Whoever wants to read them first gets them in a tab of their own, and nothing is sent.
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
    'The terms of this site are new since you last accepted them. Redeeming needs your yes.',
    { title: 'New terms', ok: 'Accept and redeem', cancel: 'Read them first' },
  )
  if (isYes) await acceptTerms(terms.version, quiet)
  else open(serverAddress(terms.url), '_blank', 'noopener')
  return isYes
}
