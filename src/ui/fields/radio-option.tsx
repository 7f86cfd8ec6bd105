import type { ReactNode } from 'react'

type RadioOptionProps = {
  name: string
  value: string
  checked: boolean
  onChoose: () => void
  className: string | undefined
  children: ReactNode
}

/** Shows a radio button as the content of its label, which shows the state and the focus. */
export const RadioOption = ({ className, onChoose, children, ...radio }: RadioOptionProps) => (
  <label className={className}>
    <input {...radio} type="radio" className="cover" onChange={onChoose} />
    {children}
  </label>
)
