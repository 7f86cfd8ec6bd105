import { useEffect, useState } from 'react'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { useListState, useMirrorHealth } from '#live/read/use-mirror.ts'
import { pageOutbox } from '#live/outbox/tab-outbox.ts'
import { immediateFacts, outboxFact, pushFact, storageFacts, type Fact } from './facts.ts'
import { workerState } from './worker-state.ts'

const LOADING_TEXT = 'Looking'
const NAMES = ['Service worker', 'Storage', 'Persistent storage', 'Outbox', 'Push']

/**
 * Returns all facts in a fixed order. Those that need a request to the browser follow a moment
 * later.
 */
export function useFacts(): Fact[] {
  const totals = useLinkTotals()
  const { syncedAt } = useListState('links')
  const health = useMirrorHealth()
  const [loadedFacts, setLoadedFacts] = useState<Fact[]>(() =>
    NAMES.map((name) => [name, LOADING_TEXT]),
  )
  useEffect(() => {
    let isLeft = false
    const show = (facts: Fact[]) => isLeft || setLoadedFacts(facts)
    void ask().then(show)
    return () => {
      isLeft = true
    }
  }, [])
  return [...immediateFacts({ totals, syncedAt, health }), ...loadedFacts]
}

/** Collects the slower facts. One that fails shows "Unknown" and does not block the others. */
async function ask(): Promise<Fact[]> {
  const worker = workerState().then(
    (state): Fact => ['Service worker', state],
    (): Fact => ['Service worker', 'Unknown'],
  )
  const push = pushFact().catch((): Fact => ['Push', 'Unknown'])
  const outbox = outboxFact(pageOutbox()).catch((): Fact => ['Outbox', 'Unknown'])
  return [await worker, ...(await storageFacts()), await outbox, await push]
}
