import { isUtm, type UtmField } from './utm.ts'
import type { Parameter } from './parameter-sets.ts'
import { hasParam, withoutParams, withParams, type QueryParam } from '../text/query-params.ts'

/** URL and campaign fields, which together make the target of a link. */
type Target = { url: string } & { [Field in UtmField]?: string }

/** Returns the fields of a link that parameters change: campaign fields, and the URL for others. */
export function addedParameters(url: string, parameters: readonly Parameter[]): Target {
  const { utm, others } = sorted(parameters)
  return { url: withParams(url, others), ...Object.fromEntries(utm) }
}

/** Returns the fields of a link without parameters that have these values. */
export function removedParameters(url: string, parameters: readonly Parameter[]): Target {
  const { utm, others } = sorted(parameters)
  return {
    url: withoutParams(url, others),
    ...Object.fromEntries(utm.map(([name]) => [name, ''])),
  }
}

/** Returns whether a link has all these parameters with these values. */
export const hasParameters = (target: Target, parameters: readonly Parameter[]) =>
  parameters.every(({ name, value }) =>
    isUtm(name) ? target[name] === value : hasParam(target.url, [name, value]),
  )

function sorted(parameters: readonly Parameter[]): { utm: QueryParam[]; others: QueryParam[] } {
  const pairs = parameters.map(({ name, value }): QueryParam => [name, value])
  return {
    utm: pairs.filter(([name]) => isUtm(name)),
    others: pairs.filter(([name]) => !isUtm(name)),
  }
}
