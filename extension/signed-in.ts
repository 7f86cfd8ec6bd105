import type { SignedInMessage } from './messages.ts'
import { serverOrigin } from './server-address.ts'

// The pattern in the manifest has no port, so another server on the same host is left out here.
if (location.origin === serverOrigin())
  void chrome.runtime.sendMessage<SignedInMessage>({ signedIn: location.href })
