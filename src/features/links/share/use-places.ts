import { useState } from 'react'
import { getAnalytics } from '#api/analytics.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { isAutomatic, OFFERED_SOURCES } from '#contract/sources.ts'
import { readPlaces, savePlaces } from '#live/places.ts'
import { readSession } from '#live/session.ts'

/** Place where a link is shared, with an address of its own. */
export type Place = {
  source: string
  /** Clicks of all time; undefined while unknown. */
  clicks: number | undefined
  /** Whether the user added it on this device and it has no clicks, so that it can be removed. */
  isRemovable: boolean
}

/** Maximum number of places with clicks to show; those with the fewest clicks are left out. */
const MAX_PLACES = 50

/** Returns the places of a link: offered, with clicks, or added on this device, in this order. */
export function usePlaces(uuid: string) {
  const account = readSession()?.uuid ?? ''
  const [added, setAdded] = useState(() => readPlaces(account))
  const { value } = useAnswer<[source: string, clicks: number][]>(
    `places ${uuid}`,
    async (options) => {
      const question = { group_by: 'source', link_uuid: uuid, page_size: MAX_PLACES } as const
      const { results } = await getAnalytics(question, options)
      return results.map((row) => [row.key, row.clicks])
    },
    { copy: true, isSecondary: true },
  )
  const clicks = value && new Map(value)

  function change(places: string[]) {
    setAdded(places)
    savePlaces(account, places)
  }

  const visited = [...(clicks?.keys() ?? [])].filter((key) => key !== '' && !isAutomatic(key))
  const sources = new Set([...Object.keys(OFFERED_SOURCES), ...visited, ...added])
  return {
    places: [...sources].map((source): Place => {
      const count = clicks && (clicks.get(source) ?? 0)
      return { source, clicks: count, isRemovable: added.includes(source) && !count }
    }),
    add: (source: string) => change([...added, source]),
    remove: (source: string) => change(added.filter((one) => one !== source)),
  }
}
