import { LOGIN_PATH } from '#contract/app-constants.ts'
import { Page } from './layout.tsx'

/**
 * Shows an error page for server errors. The browser's Back button restores what the user typed.
 */
export const BrokenPage = () => (
  <Page title="Something went wrong">
    <div class="heading">
      <h1>Something went wrong</h1>
      <p>There is a problem on our server. Try again in a moment.</p>
    </div>
    <a class="button" href={LOGIN_PATH}>
      Sign in
    </a>
  </Page>
)
