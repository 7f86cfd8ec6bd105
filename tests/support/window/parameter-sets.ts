import type { ParameterSet } from '#contract/links/parameter-sets.ts'

/** Returns a parameter set as the server sends it. `parameters` are written `name=value`. */
export function aSet(name: string, ...parameters: string[]): ParameterSet {
  return {
    uuid: crypto.randomUUID(),
    name,
    parameters: parameters.map((text) => {
      const [name = '', value = ''] = text.split('=')
      return { name, value }
    }),
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-01T10:00:00.000Z',
  }
}

/** Path of the parameter sets. */
export const SETS = '/v2/my/parameter-sets/'
