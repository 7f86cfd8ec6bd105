import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from './styles/class-names.ts'
import { keyOf } from './keys.ts'
import styles from './tabs.module.css'

export type Tab<Id extends string> = {
  id: Id
  label: string
  count?: number | undefined
  /** Noun for the count, read by screen readers after the number. */
  countNoun?: string | undefined
  /** Number of errors in fields of this tab. */
  errors?: number | undefined
}

type TabsProps<Id extends string> = {
  /** Unique on the page. Links tabs and panels. */
  name: string
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  className?: string | undefined
}

const tabId = (name: string, id: string) => `${name}-tab-${id}`
const panelId = (name: string, id: string) => `${name}-panel-${id}`

export function Tabs<Id extends string>(props: TabsProps<Id>) {
  return <TabList {...props} look={styles.tabs} />
}

/** Shows tabs as the page title, for two related lists. Renders the page's `h1`. */
export function TitleTabs<Id extends string>(props: TabsProps<Id>) {
  return (
    <>
      <h1 className="vh">{props.tabs.find(({ id }) => id === props.selected)?.label}</h1>
      <TabList {...props} look={styles.titleTabs} />
    </>
  )
}

function TabList<Id extends string>(props: TabsProps<Id> & { look: string | undefined }) {
  const { name, label, tabs, selected, onSelect, className, look } = props
  function keydown(event: KeyboardEvent) {
    const next = nextTab(keyOf(event), tabs, selected)
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(tabId(name, next.id))?.focus()
  }
  return (
    <div className={cx(look, className)} role="tablist" aria-label={label} onKeyDown={keydown}>
      {tabs.map(({ id, label, count, countNoun, errors }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(name, id)}
          aria-selected={id === selected}
          aria-controls={id === selected ? panelId(name, id) : undefined}
          tabIndex={id === selected ? 0 : -1}
          className={styles.tab}
          onClick={() => onSelect(id)}
        >
          <span>{label}</span>
          {count !== undefined && <span className={cx(styles.count, 'num')}>{count}</span>}
          {count !== undefined && countNoun !== undefined && (
            <span className="vh">{` ${countNoun}`}</span>
          )}
          {errors ? <ErrorMarker errors={errors} /> : null}
        </button>
      ))}
    </div>
  )
}

const ErrorMarker = ({ errors }: { errors: number }) => (
  <span
    className={styles.error}
    role="img"
    aria-label={errors === 1 ? '1 error' : `${errors} errors`}
  >
    !
  </span>
)

type TabPanelProps = {
  name: string
  id: string
  className?: string | undefined
  children: ReactNode
}

export function TabPanel({ name, id, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={panelId(name, id)}
      aria-labelledby={tabId(name, id)}
      className={className}
    >
      {children}
    </div>
  )
}

function nextTab<Id extends string>(key: string, tabs: readonly Tab<Id>[], selected: Id) {
  const at = tabs.findIndex(({ id }) => id === selected)
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length]
  if (key === 'ArrowLeft') return tabs[(at - 1 + tabs.length) % tabs.length]
  if (key === 'Home') return tabs[0]
  if (key === 'End') return tabs.at(-1)
  return undefined
}
