import { Form, Note, Submit } from '../../platform/html/form.tsx'
import { Heading, Page } from '../../platform/html/layout.tsx'
import type { Confirmed } from './payout-address.ts'

/**
 * Shows a button that confirms the address. A GET changes nothing, because email scanners also open
 * links.
 */
export const ConfirmAddressPage = ({ email, action }: { email: string; action: string }) => (
  <Page title="Confirm your payout address">
    <Heading title="Confirm your payout address">
      We will send payouts to the PayPal account <strong>{email}</strong>.
    </Heading>
    <Form action={action} hidden={{}}>
      <Submit>Confirm</Submit>
    </Form>
  </Page>
)

export const AddressConfirmedPage = ({ email, usableAt }: Confirmed) => (
  <Page title="Payout address confirmed">
    <Heading title="Payout address confirmed">
      <strong>{email}</strong>
    </Heading>
    <Note tone="good">
      {usableAt === null
        ? 'We send payouts there from now on.'
        : `We send payouts there from ${usableAt.toISOString().slice(0, 16).replace('T', ', ')} UTC.`}
    </Note>
    <a class="button" href="/wallet/payment-threshold">
      Open the payout settings
    </a>
  </Page>
)

export const DeadAddressKeyPage = () => (
  <Page title="This link no longer works">
    <Heading title="This link no longer works">
      It was used, has expired, or you entered a different address later.
    </Heading>
    <a class="button" href="/wallet/payment-threshold">
      Open the payout settings
    </a>
  </Page>
)
