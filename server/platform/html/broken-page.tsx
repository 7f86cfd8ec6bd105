import { LOGIN_PATH } from '#contract/app-constants.ts'
import { Heading, Page } from './layout.tsx'

/**
 * Shows an error page for server errors. The browser's Back button restores what the user typed.
 */
export const BrokenPage = () => (
  <Page title="Something went wrong">
    <Heading title="Something went wrong">
      There is a problem on our server. Try again in a moment.
    </Heading>
    <a class="button" href={LOGIN_PATH}>
      Sign in
    </a>
  </Page>
)
