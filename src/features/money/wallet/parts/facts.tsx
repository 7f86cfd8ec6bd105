import type { ReactNode } from 'react'
import { DefinitionList } from '#ui/definition-list.tsx'
import css from './facts.module.css'

/** Shows names and values, one pair per line. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <DefinitionList className={`${css.facts} num stack`} rows={facts} />
)
