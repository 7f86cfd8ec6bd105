import type { ReactNode } from 'react'

type DefinitionListProps = {
  rows: readonly (readonly [name: string, value: ReactNode])[]
  className?: string | undefined
}

/** Shows names and values, one pair per line. */
export const DefinitionList = ({ rows, className }: DefinitionListProps) => (
  <dl className={className}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
