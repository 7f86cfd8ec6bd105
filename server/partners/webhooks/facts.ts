import type { DueDelivery } from './due-deliveries.ts'

/** Row of an object at the time of an event, as the triggers store it. */
export type Facts = DueDelivery['facts']

export function textOrNull(facts: Facts, name: string): string | null {
  const value = facts[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
export const textIn = (facts: Facts, name: string): string => textOrNull(facts, name) ?? ''
export function numberOrNull(facts: Facts, name: string): number | null {
  const value = facts[name]
  return typeof value === 'number' ? value : null
}
export function booleanOrNull(facts: Facts, name: string): boolean | null {
  const value = facts[name]
  return typeof value === 'boolean' ? value : null
}
export const numberIn = (facts: Facts, name: string): number => Number(facts[name] ?? 0)
/** Returns cents as dollars. */
export const dollarsIn = (facts: Facts, name: string): number => numberIn(facts, name) / 100
export const timeIn = (facts: Facts, name: string): string =>
  new Date(textIn(facts, name)).toISOString()
export const timeOrNull = (facts: Facts, name: string): string | null =>
  textOrNull(facts, name) === null ? null : timeIn(facts, name)
