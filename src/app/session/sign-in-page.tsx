import type { ReactNode } from 'react'
import styles from './sign-in-page.module.css'

/** What stands in place of the app while nobody is signed in. */
export const SignInPage = ({ children }: { children: ReactNode }) => (
  <main className={styles.page}>{children}</main>
)

export const SignInActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
