import type { ReactNode } from 'react'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import styles from './facts.module.css'
import type { Critical } from './failures.ts'

type Fact = { label: string; value: ReactNode }

/** Returns facts for support: the status, and the id of the error report if there is one. */
export function factsOf({ status, eventId }: Critical): Fact[] {
  const facts: Fact[] = [{ label: 'Status Code', value: String(status) }]
  if (eventId) facts.push({ label: 'Event ID', value: <EventId id={eventId} /> })
  return facts
}

const EventId = ({ id }: { id: string }) => (
  <>
    <span className={styles.id}>{id}</span>
    <CopyButton variant="icon" text={id} label="Copy event ID" />
  </>
)
