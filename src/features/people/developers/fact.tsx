import type { ReactNode } from 'react'

/** Shows one labelled value of a key or app, inside a `dl`. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
