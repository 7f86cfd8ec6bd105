import * as v from 'valibot'
import { list, result, text, token, Uuid } from '../common.ts'
import { MAX_LINK_PAGE_SIZE, MAX_PARAMETERS } from '../limits.ts'
import { ShortLink } from './short-link.ts'
import { isUtm } from './utm.ts'

const PARAMETER_NAME_HELP = 'Use letters, numbers, dots, dashes or underscores.'

/** Name of a query parameter. The five campaign names are written in lower case. */
const ParameterName = v.pipe(
  token(60),
  v.regex(/^[a-z0-9][\w.-]*$/i, PARAMETER_NAME_HELP),
  v.transform((name) => (isUtm(name.toLowerCase()) ? name.toLowerCase() : name)),
)

/** Query parameter of a target URL. */
export const Parameter = v.object({
  name: ParameterName,
  value: v.pipe(text(200), v.minLength(1, 'Enter a value, or remove the parameter.')),
})
export type Parameter = v.InferOutput<typeof Parameter>

const Parameters = v.pipe(
  list(Parameter, MAX_PARAMETERS, `A set can have ${MAX_PARAMETERS} parameters.`),
  v.minLength(1, 'Enter at least one parameter.'),
  v.check(
    (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
    'Each name can be used once.',
  ),
)

/** Named set of parameters that can be added to links. */
export const ParameterSet = v.object({
  uuid: Uuid,
  name: v.string(),
  parameters: v.array(v.object({ name: v.string(), value: v.string() })),
  created_at: v.string(),
  updated_at: v.string(),
})
export type ParameterSet = v.InferOutput<typeof ParameterSet>

export const ParameterSets = v.object({ results: v.array(ParameterSet) })
export const OneParameterSet = result(ParameterSet)

const SetName = v.pipe(text(60), v.minLength(1, 'Enter a name.'))

/** Body of POST parameter-sets/. */
export const NewParameterSet = v.object({ name: SetName, parameters: Parameters })
export type NewParameterSet = v.InferInput<typeof NewParameterSet>

/** Body of PATCH parameter-sets/{uuid}/. Fields left out keep their value. */
export const ParameterSetEdit = v.partial(NewParameterSet)
export type ParameterSetEdit = v.InferInput<typeof ParameterSetEdit>

/** Maximum number of links in one call, because the answer contains all of them. */
export const MAX_LINKS_WITH_PARAMETERS = MAX_LINK_PAGE_SIZE

/** Body of POST links/parameters/. Parameters of the same names are replaced. */
export const LinkParameters = v.object({
  uuids: v.pipe(list(Uuid, MAX_LINKS_WITH_PARAMETERS), v.minLength(1, 'Select at least one link.')),
  parameters: Parameters,
})
export type LinkParameters = v.InferInput<typeof LinkParameters>

/** Changed links; ids of other users' links are left out. */
export const LinkParametersAnswer = v.object({ results: v.array(ShortLink) })
