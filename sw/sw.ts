/** The service worker. Each module registers its own listeners. */
import './install.ts'
import './messages.ts'
import './api.ts'
import './images.ts'
import './outbox.ts'
import './push.ts'
import './push-renewal.ts'
import './precache.ts'
