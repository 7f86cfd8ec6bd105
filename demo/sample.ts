import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect } from '../server/platform/db/client.ts'
import { runningEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { addJob } from '../server/platform/jobs/add-job.ts'
import { call, confirmPayout, signUp, type Person } from './people.ts'
import { createBrandContacts } from './partners.ts'
import { ServerProcess, type Installation } from './server-process.ts'
import { addCollection, addLink, addPage, cover, PRODUCTS, type Link } from './things.ts'
import { DAY_MS, DAYS, createRandom, visitAll, type Visit } from './visits.ts'

const CONTENT = fileURLToPath(new URL('./content.yaml', import.meta.url))

/** Shops that send postbacks. Each installation gets its own random keys. */
const SHOPS = ['Kitchen', 'Lamps', 'Garden']
const newKeys = () =>
  Object.fromEntries(SHOPS.map((name) => [name.toLowerCase(), randomBytes(16).toString('hex')]))
/** Products on the cover pictures of shops and campaigns, by file name. */
const COVERS = {
  pan: [PRODUCTS.pan],
  lamp: [PRODUCTS.lamp],
  kitchen: [PRODUCTS.pan, PRODUCTS.pot, PRODUCTS.knife],
  lamps: [PRODUCTS.lamp, PRODUCTS.reading],
  garden: [PRODUCTS.seeds],
}
/**
 * Campaigns and promotions with pictures, as the end of a content file: another promotion is
 * appended to the list.
 */
const PICTURED_CONTENT = `campaigns:
  - { key: example-pan, brand: example-kitchen, name: "One pan, three dishes", image: pan.png }
  - { key: example-evening, brand: example-lamps, name: A room in the evening, image: lamp.png }
promotions:
  - { key: example-fair, title: Garden fair, image: garden.png }
`
type Keys = Record<string, string>

const MAX_WAIT_MS = 120_000

export type SignIn = { email: string; password: string }
export const CREATOR = 'creator@sample.example'

/**
 * Creates all sample data through the interfaces that creators, visitors, shops and operators use.
 */
export async function makeSample(installation: Installation, dataDir: string): Promise<SignIn> {
  const server = new ServerProcess(installation)
  try {
    await server.ready()
    const keys = newKeys()
    await applyContent(server, keys)
    const password = randomBytes(12).toString('base64url')
    const creators = await Promise.all(
      [CREATOR, 'second@sample.example', 'third@sample.example'].map((email, index) =>
        signUp(installation.origin, {
          email,
          password,
          address: `192.0.2.${10 + index}`,
          agent: `Mozilla/5.0 (X11; Linux x86_64; rv:14${index}.0) Gecko/20100101 Firefox/14${index}.0`,
        }),
      ),
    )
    const [creator, second, third] = creators as [Person, Person, Person]
    const links = await createContent(creator)
    const otherLinks = await Promise.all(
      [second, third].map(async (person, index) => {
        await setName(person, index === 0 ? 'Second' : 'Third')
        const { pan, lamp } = PRODUCTS
        return [await addLink(person, pan), await addLink(person, lamp)]
      }),
    )
    await backdateAccounts(dataDir)
    for (const person of creators) await confirmPayout(person, dataDir)
    const visits = await visitAll(server, [...links, ...otherLinks.flat()])
    await sendOrders(creator, keys, visits)
    await payOut(server, creator)
    await fillLinkPreviews(dataDir)
    await countTrending(creator, dataDir)
    await createBrandContacts(server, creator)
    return { email: CREATOR, password }
  } finally {
    await server.stop()
  }
}

/** Applies the content file, random postback keys and pictures, and imports made-up gift cards. */
async function applyContent(server: ServerProcess, keys: Keys): Promise<void> {
  await server.operator('content', 'apply', CONTENT)
  const folder = await mkdtemp(join(tmpdir(), 'split-demo-'))
  const [content, cards] = [join(folder, 'content.yaml'), join(folder, 'cards.csv')]
  const brands = SHOPS.map((name) => {
    const key = name.toLowerCase()
    return `  - { key: example-${key}, name: Example ${name}, postback_key: ${keys[key]}, cover: ${key}.png }`
  })
  const soon = new Date(Date.now() + 2 * DAY_MS).toISOString()
  await writeFile(
    content,
    `brands:\n${brands.join('\n')}\n${PICTURED_CONTENT}  - { key: example-five, title: Sell five pans, ends_at: ${soon}, image: pan.png }\n`,
  )
  for (const [key, products] of Object.entries(COVERS))
    await writeFile(join(folder, `${key}.png`), await cover(products))
  await writeFile(cards, 'value,code,pin\n10,SAMPLE-CARD-1,0001\n25,SAMPLE-CARD-2,0002\n')
  await server.operator('content', 'apply', content)
  await server.operator('vouchers', 'import', cards, '--vendor', 'example-books')
  await rm(folder, { recursive: true })
}

const setName = (person: Person, last_name: string) =>
  call(person, 'PUT', '/v2/my/profile/public/update_profile', {
    first_name: 'Sample',
    last_name,
    contact_email: person.email,
  })

async function createContent(person: Person): Promise<Link[]> {
  await setName(person, 'Creator')
  const links: Link[] = []
  // Add one after the other, which sets the order of the list.
  for (const product of Object.values(PRODUCTS)) links.push(await addLink(person, product))
  const linksNamed = (...names: string[]) => links.filter(({ name }) => names.includes(name))
  const kitchen = await addCollection(
    person,
    'Kitchen',
    linksNamed('Iron pan', 'Bread knife', 'Stock pot'),
  )
  const desk = await addCollection(person, 'Desk', linksNamed('Reading lamp', 'Dotted notebook'))
  await addPage(person, [kitchen, desk], PRODUCTS.pot)
  const widget = { name: 'Kitchen, beside recipes', collection_uuid: kitchen, columns: 3 }
  await call(person, 'POST', '/v1/users/me/widgets/', widget)
  await call(person, 'POST', '/v2/my/socialmedialinks/', {
    account_url: 'https://sample.example/creator',
  })
  return links
}

type Database = ReturnType<typeof connect>

async function inDatabase(dataDir: string, work: (database: Database) => Promise<unknown>) {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('The database is not running.')
  const database = connect(address, { max: 1 })
  try {
    await work(database)
  } finally {
    await database.sql.end()
  }
}

/**
 * Backdates accounts and links in the database, because no interface can. They must be older than
 * their clicks.
 */
const backdateAccounts = (dataDir: string) =>
  inDatabase(dataDir, async ({ sql }) => {
    await sql`update users set created_at = created_at - make_interval(days => ${DAYS + 2})`
    await sql`update links set created_at = created_at - make_interval(days => ${DAYS + 1})`
  })

/** Sets what reading the product pages would have returned, because these shops do not exist. */
const fillLinkPreviews = (dataDir: string) =>
  inDatabase(
    dataDir,
    ({ sql }) => sql`
      update links set name_chosen = false, meta_progress = 100, meta_error = null,
        image_key = uploads.image_key
      from uploads where uploads.id = links.custom_image_upload_id`,
  )

/** Runs the job for trending products now. It normally runs every 15 minutes. */
async function countTrending(person: Person, dataDir: string): Promise<void> {
  await inDatabase(dataDir, ({ db }) => addJob(db, 'trending', {}))
  const end = Date.now() + MAX_WAIT_MS
  while (Date.now() < end) {
    const path = '/v2/my/discover/products/trending/'
    const { results } = await call<{ results: unknown[] }>(person, 'GET', path)
    if (results.length > 0) return
    await sleep(100)
  }
  throw new Error('No trending products were found.')
}

/**
 * Sends postbacks for some of the visits. Orders older than 7 days are approved, newer ones are
 * pending.
 */
async function sendOrders(creator: Person, keys: Keys, visits: Visit[]): Promise<void> {
  // Orders need counted clicks. Reading analytics counts them first.
  await call(creator, 'POST', '/v2/my/analytics/my_links/', { group_by: 'day' })
  const random = createRandom(11)
  let orders = 0
  for (const { link, at, clickId } of visits) {
    const key = keys[new URL(link.url).hostname.split('.', 1)[0] ?? '']
    if (clickId === null || key === undefined || random() > 0.2) continue
    orders += 1
    const order = {
      click_id: clickId,
      order_id: `sample-${orders}`,
      amount: (15 + Math.floor(random() * 12_000) / 100).toFixed(2),
      ordered_at: new Date(at + 20 * 60 * 1000).toISOString(),
    }
    const isOld = at < Date.now() - 7 * DAY_MS
    await sendPostback(creator.origin, key, { ...order, status: isOld ? 'approved' : 'pending' })
    // One order is reversed, so that the sample contains such an order.
    if (orders === 3) {
      const reason = 'The goods were sent back.'
      await sendPostback(creator.origin, key, { ...order, status: 'reversed', reason })
    }
  }
}

async function sendPostback(origin: string, key: string, order: object): Promise<void> {
  const answer = await fetch(`${origin}/postback`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Postback-Key': key },
    body: JSON.stringify(order),
  })
  if (answer.status !== 200) throw new Error(`An order was rejected: ${await answer.text()}`)
}

/** Records a payment of one shop and requests a payout. */
async function payOut(server: ServerProcess, creator: Person): Promise<void> {
  const ref = ['--ref', 'sample-transfer-1']
  await server.operator('settled', 'example-lamps', '--amount', '60.00', ...ref)
  await call(creator, 'POST', '/v1/shop/paypal/redeem', { value: 10 })
}
