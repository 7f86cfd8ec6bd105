import { ArrowLeftIcon } from '@phosphor-icons/react/ArrowLeft'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { APP_NAME } from '#contract/app-constants.ts'
import { cx } from '#ui/styles/class-names.ts'
import { Mark } from '#ui/mark.tsx'
import { useWide } from '#ui/use-media.ts'
import { paths, type Href } from '#paths.ts'
import { Bell } from '../navigation/bell.tsx'
import styles from './screen.module.css'
import { useFreshness, type Freshness } from '../../status/freshness.ts'
import { UnreadMessages } from '../navigation/unread-messages.tsx'
import { useScrolled } from './use-scrolled.ts'

type ScreenProps = {
  /** Title of the page and of the browser tab. */
  title: string
  /** Data whose age the status line shows. */
  freshness: Freshness
  /** Replaces the title, for lists that share one. Must contain the page's `h1`. */
  heading?: ReactNode
  /**
   * Target of the back arrow, for screens below another. Hidden on wide windows if the target is in
   * the menu.
   */
  back?: Href
  actions?: ReactNode
  /** Whether to limit the width, for readable lines. */
  narrow?: boolean
  /** Whether to fill a phone's window, for a bar at the bottom of the screen. */
  tall?: boolean
  className?: string | undefined
  children: ReactNode
}

const IN_MENU: readonly Href[] = [paths.home, paths.more]

/** Renders the frame of a screen: header, `h1`, main landmark and title. */
export function Screen(props: ScreenProps) {
  const { title, heading, actions, narrow, tall, className, children } = props
  const main = useRef<HTMLElement>(null)
  const scrolled = useScrolled(4)
  const wide = useWide('desk')
  const back = wide && props.back && IN_MENU.includes(props.back) ? undefined : props.back
  // The first screen does not fade in, so that it appears sooner.
  const [isEntering] = useState(() => hasShownScreen)
  useTitle(title)
  useFreshness(props.freshness)
  useFocusHeading(main)
  return (
    <main
      ref={main}
      id="main"
      className={styles.main}
      data-entering={isEntering || undefined}
      tabIndex={-1}
    >
      <header
        className={styles.header}
        data-sub={back ? true : undefined}
        data-scrolled={scrolled || undefined}
      >
        {back && (
          <a className={`${styles.back} target`} href={back} aria-label="Back" title="Back">
            <ArrowLeftIcon size={22} aria-hidden />
          </a>
        )}
        {!wide && (
          <a className={`${styles.mark} target`} href={paths.home} aria-label={`${APP_NAME} home`}>
            <Mark />
          </a>
        )}
        {heading ?? <h1 className={styles.title}>{title}</h1>}
        {actions}
        {!wide && (
          <div className={styles.unread}>
            <UnreadMessages />
          </div>
        )}
        {!wide && !back && <Bell />}
      </header>
      <div
        className={cx(styles.body, className)}
        data-narrow={narrow || undefined}
        data-tall={tall || undefined}
      >
        {children}
      </div>
    </main>
  )
}

function useTitle(title: string) {
  useEffect(() => {
    document.title = title === APP_NAME ? title : `${title} · ${APP_NAME}`
  }, [title])
}

let hasShownScreen = false

/**
 * Focuses the heading after a change of screen, so that screen readers announce it. Not on the
 * first page.
 */
function useFocusHeading(main: { current: HTMLElement | null }) {
  useEffect(() => {
    if (hasShownScreen && !main.current?.contains(document.activeElement))
      focusHeading(main.current)
    hasShownScreen = true
  }, [main])
}

function focusHeading(main: HTMLElement | null) {
  const heading = main?.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
