import { MAX_ID } from '#contract/common.ts'
import type { JsonSchema } from './json-schema.ts'

export type Field = { name: string; type: string; isRequired: boolean }

/** Returns the fields of an object with their types in words, such as "text, up to 300 characters". */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeText(schema),
    isRequired: required.includes(name),
  }))
}

function typeText(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' or ')
  const { items, maxItems, maxLength, minimum, maximum } = schema
  switch (schema.type) {
    case 'array':
      return `list of ${items ? typeText(items) : 'values'}${limit(maxItems, 'items')}`
    case 'object':
      return 'object'
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${range(minimum, maximum)}`
    case 'string':
      return `${schema['format'] === 'uuid' ? 'UUID' : 'text'}${limit(maxLength, 'characters')}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    default:
      return 'any value'
  }
}

const limit = (max: unknown, unit: string) =>
  typeof max === 'number' ? `, up to ${max} ${unit}` : ''

function range(min: unknown, max: unknown): string {
  if (typeof min !== 'number') return ''
  return typeof max === 'number' && max < MAX_ID ? `, ${min} to ${max}` : `, at least ${min}`
}
