import type { ComponentType } from 'react'

/** Icon component. Passed as a component, so that the UI kit sets its size and weight. */
export type Icon = ComponentType<{
  size?: number
  weight?: 'regular' | 'bold' | 'fill'
  className?: string
  'aria-hidden'?: boolean
}>
