import type { ReactNode } from 'react'
import { DefinitionList } from './definition-list.tsx'
import css from './facts.module.css'

const LOOK = `${css.facts} num stack`

/** Shows names and values, one pair per line with a rule between them. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <DefinitionList className={LOOK} rows={facts} />
)

/** Shows the same list from elements of `Fact`. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className={LOOK}>{children}</dl>
)

/** Shows one name with its value. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
