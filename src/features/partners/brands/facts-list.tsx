import type { ReactNode } from 'react'
import { cx } from '#ui/styles/class-names.ts'
import css from './facts-list.module.css'

type Fact = { name: string; value: ReactNode }

/** Shows names and their values. */
export const FactsList = ({ facts, stacked }: { facts: Fact[]; stacked?: boolean }) => (
  <dl className={cx(css.facts, 'num')} data-stacked={stacked || undefined}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
