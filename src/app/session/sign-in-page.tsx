import type { ReactNode } from 'react'
import styles from './sign-in-page.module.css'

/** Shows a page in place of the app while no user is signed in. */
export const SignInPage = ({ children }: { children: ReactNode }) => (
  <main className={styles.page}>{children}</main>
)

export const SignInActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
