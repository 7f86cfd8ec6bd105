import type { Child } from 'hono/jsx'
import type { Desk } from '../desk/desk-session.tsx'
import type { Platform } from './platform.ts'
import { ScriptTag } from './setup-parts.tsx'

type Steps = {
  /** Where the script belongs. */
  script: (desk: Desk) => Child
  /** Where the shop system creates webhooks. */
  webhooks: Child
  events: string[]
  /** Where the shop system shows its secret. */
  secret: Child
  /** How to buy without paying. */
  test: Child
}

/** Instructions for each shop system. */
export const STEPS: Record<Platform, Steps> = {
  shopify: {
    script: (desk) => (
      <>
        <p>
          In Shopify, open Online Store, Themes, Edit code. Paste this into{' '}
          <code>theme.liquid</code> before <code>&lt;/head&gt;</code>.
        </p>
        <ScriptTag desk={desk} />
      </>
    ),
    webhooks: (
      <p>
        In Shopify, open Settings, Notifications, Webhooks. Create a webhook for each of these
        events with the format JSON, the newest version and the address below.
      </p>
    ),
    events: ['Order creation', 'Order update', 'Order cancellation', 'Refund create'],
    secret: <p>Shopify shows the secret below its list of webhooks.</p>,
    test: (
      <p>
        Switch on test payments in Shopify, open this link in a private window and buy something.
      </p>
    ),
  },
  woocommerce: {
    script: (desk) => (
      <>
        <p>
          WooCommerce 8.5 and later stores the first page of each visit, so orders of the same visit
          need no script. For later orders, add this to the footer of your theme.
        </p>
        <ScriptTag desk={desk} />
        <p>
          WooCommerce saves the hidden field of the script with these lines in{' '}
          <code>functions.php</code>:
        </p>
        <pre class="raw">{WOO_SNIPPET}</pre>
      </>
    ),
    webhooks: (
      <p>
        In WordPress, open WooCommerce, Settings, Advanced, Webhooks. Add an active webhook for each
        of these topics with the API version 3 and the address below.
      </p>
    ),
    events: ['Order created', 'Order updated'],
    secret: (
      <p>
        WooCommerce has a field for the secret. Enter the same long random text in both webhooks and
        here.
      </p>
    ),
    test: (
      <p>
        Open this link in a private window and buy something, for example with cash on delivery.
      </p>
    ),
  },
  stripe: {
    script: (desk) => (
      <>
        <p>
          Paste this into the pages of your shop. It adds the click id to links to{' '}
          <code>buy.stripe.com</code>.
        </p>
        <ScriptTag desk={desk} />
        <p>
          If your own program creates the checkout, send <code>window.splitClickId</code> to it and
          pass it as <code>client_reference_id</code> or <code>metadata.click_id</code>.
        </p>
      </>
    ),
    webhooks: (
      <p>
        In Stripe, open Developers, Webhooks, and add a destination with these events and the
        address below. Test mode and live mode each need their own.
      </p>
    ),
    events: [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'charge.refunded',
    ],
    secret: (
      <p>
        Stripe shows the signing secret of the destination. Enter the one of test mode first, and
        that of live mode after the test.
      </p>
    ),
    test: (
      <p>
        Open this link in a private window and pay in test mode with the card 4242 4242 4242 4242.
      </p>
    ),
  },
}

const WOO_SNIPPET = `add_action('woocommerce_checkout_create_order', function ($order) {
  if (!empty($_POST['split_click_id']))
    $order->update_meta_data('split_click_id', sanitize_text_field($_POST['split_click_id']));
});`
