import {
  addCollection,
  addSmart,
  COLLECTIONS,
  EVERY_LINK,
  REGULAR,
  SMART,
} from '../links/collections.ts'
import { addLink } from '../links.ts'
import { newName, newUrl, type Account, type Change } from './changed-account.ts'
import { pathToRestore } from './link-changes.ts'

const addRegular = ({ owner }: Account) => addCollection(owner, newName())
const addBySmartRule = ({ owner }: Account) => addSmart(owner, newName(), EVERY_LINK)
const addedLink = async ({ owner }: Account) => (await addLink(owner, newUrl())).uuid

const ROOT = '/v2/my/collections'

/** Returns the requests for one of the three paths of collections. */
function changesBelow(
  root: string,
  add: (of: Account) => Promise<{ uuid: string }>,
): Record<string, Change> {
  const path = async (of: Account) => `${root}/${(await add(of)).uuid}/`
  return {
    [`PATCH ${root}/{uuid}`]: async (of) => [await path(of), { name: newName() }],
    [`DELETE ${root}/{uuid}`]: async (of) => [await path(of)],
  }
}

/** Returns the requests for the links of regular collections below a path. */
function linkChangesBelow(root: string): Record<string, Change> {
  async function filled(of: Account, uuids: string[]) {
    const path = `${root}/${(await addRegular(of)).uuid}/links/`
    if (uuids.length > 0) await of.owner.send('POST', path, { uuids })
    return path
  }
  return {
    [`POST ${root}/{uuid}/links`]: async (of) => [
      await filled(of, []),
      { uuids: [await addedLink(of)] },
    ],
    [`DELETE ${root}/{uuid}/links`]: async (of) => {
      const uuids = [await addedLink(of)]
      return [await filled(of, uuids), { uuids }]
    },
    [`PATCH ${root}/{uuid}/links`]: async (of) => {
      const path = await filled(of, [await addedLink(of), await addedLink(of)])
      const { results } = await of.owner.get<{ results: { uuid: string }[] }>(path)
      return [path, { uuids: results.map(({ uuid }) => uuid).toReversed() }]
    },
  }
}

/** Request for each call that changes collections. */
export const COLLECTION_CHANGES: Record<string, Change> = {
  ...changesBelow(ROOT, addRegular),
  ...changesBelow(`${ROOT}/regular`, addRegular),
  ...changesBelow(`${ROOT}/smart`, addBySmartRule),
  ...linkChangesBelow(ROOT),
  ...linkChangesBelow(`${ROOT}/regular`),
  'POST /v2/my/collections/regular': () => [REGULAR, { name: newName() }],
  'POST /v2/my/collections/smart': () => [SMART, { name: newName(), rule: EVERY_LINK }],
  'PUT /v2/my/collections/regular/{uuid}': async (of) => [
    `${REGULAR}${(await addRegular(of)).uuid}/`,
    { name: newName() },
  ],
  'PUT /v2/my/collections/smart/{uuid}': async (of) => [
    `${SMART}${(await addBySmartRule(of)).uuid}/`,
    { name: newName(), rule: EVERY_LINK },
  ],
  'PATCH /v2/my/collections/order': async (of) => {
    const [first, second] = [await addRegular(of), await addRegular(of)]
    return [`${COLLECTIONS}order/`, { uuids: [first.uuid, second.uuid] }]
  },
  'POST /v2/my/collections/{uuid}/history/{version}/restore': async (of) => {
    const path = `${COLLECTIONS}${(await addRegular(of)).uuid}/`
    await of.owner.send('PATCH', path, { name: newName() })
    return [await pathToRestore(of.owner, path), {}]
  },
}
