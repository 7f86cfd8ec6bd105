import type { ComponentType } from 'react'

/** An icon is passed as a component, so that the kit decides its size and weight. */
export type Icon = ComponentType<{
  size?: number
  weight?: 'regular' | 'bold' | 'fill'
  className?: string
  'aria-hidden'?: boolean
}>
