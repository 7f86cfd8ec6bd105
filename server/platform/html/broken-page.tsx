import { LOGIN_PATH } from '#contract/app-constants.ts'
import { Page } from './layout.tsx'

/**
 * Shows an error page for server errors. The browser's Back button restores what the user typed.
 */
export const BrokenPage = () => (
  <Page title="That didn't work">
    <div class="heading">
      <h1>That didn't work</h1>
      <p>Something is wrong on this server. Try again in a moment.</p>
    </div>
    <a class="button" href={LOGIN_PATH}>
      Sign in
    </a>
  </Page>
)
