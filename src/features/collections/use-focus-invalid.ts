import { useEffect, useRef } from 'react'

/** What was refused is brought into sight, with the focus: a long form on a phone hides its first fields. */
export function useFocusInvalid(here: unknown, there?: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    // Whenever something else is refused.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [here, there])
  return form
}
