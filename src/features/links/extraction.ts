import { createElement, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useOffline } from '#app/problems/problems.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { watchExtraction, type Extraction } from './metadata-progress.ts'
import { isUnread } from './short-parts.ts'

/** Loads the API calls on demand, because most rows never need them. */
const loadApi = () => import('./links.ts')

/** Reading of one target page. It is polled once, however many rows and dialogs show it. */
interface Reading {
  state: Extraction
  startedAt: number
  listeners: Set<(state: Extraction) => void>
  stop: (() => void) | null
}

const readings = new Map<string, Reading>()

/**
 * Returns the progress of reading a link's page. Polls while the server is reading, a component
 * shows it and there is a connection. A row that scrolls out of view and back continues where it
 * was.
 */
export function useExtraction(link: ShortLink): Extraction {
  const [state, setState] = useState(() => readings.get(link.uuid)?.state)
  useFollowReading(link, setState)
  return extractionOf(link, state)
}

/**
 * Returns the progress for a row. Rows whose page was read, which are most, subscribe to nothing.
 */
export function useRowExtraction(link: ShortLink): [Extraction, following: ReactNode] {
  const [state, setState] = useState(() => readings.get(link.uuid)?.state)
  const following = isFinished(link) ? null : createElement(Following, { link, tell: setState })
  return [extractionOf(link, state), following]
}

type FollowingProps = { link: ShortLink; tell: (state: Extraction) => void }

function Following({ link, tell }: FollowingProps) {
  useFollowReading(link, tell)
  return null
}

function useFollowReading(link: ShortLink, tell: (state: Extraction) => void) {
  const { uuid } = link
  const idle = useOffline() || isFinished(link)
  const serverProgress = useEffectEvent(() => link.meta_extraction_progress)
  useEffect(() => {
    return idle ? undefined : follow(uuid, serverProgress(), tell)
  }, [uuid, idle, tell])
}

const isFinished = ({ meta_extraction_progress: progress }: ShortLink) => progress >= 100

function extractionOf(link: ShortLink, state: Extraction | undefined): Extraction {
  if (isFinished(link)) return { progress: 100, failed: isUnread(link) }
  return {
    progress: Math.max(link.meta_extraction_progress, state?.progress ?? 0),
    failed: state?.failed ?? false,
  }
}

/** Reads the page again, with a new limit of five minutes. */
export async function readAgain(uuid: string): Promise<void> {
  await (await loadApi()).retryExtraction(uuid)
  const reading = readings.get(uuid)
  if (!reading) return
  reading.stop?.()
  Object.assign(reading, { startedAt: Date.now(), stop: null })
  publish(uuid, reading, { progress: 0, failed: false })
  if (reading.listeners.size > 0) startWatch(uuid, reading)
}

function follow(uuid: string, progress: number, listener: (state: Extraction) => void) {
  const reading = readings.get(uuid) ?? createReading(uuid, progress)
  reading.listeners.add(listener)
  listener(reading.state)
  if (!reading.stop && !reading.state.failed) startWatch(uuid, reading)
  return () => {
    reading.listeners.delete(listener)
    if (reading.listeners.size > 0) return
    reading.stop?.()
    reading.stop = null
  }
}

function createReading(uuid: string, progress: number): Reading {
  const reading: Reading = {
    state: { progress, failed: false },
    startedAt: Date.now(),
    listeners: new Set(),
    stop: null,
  }
  readings.set(uuid, reading)
  return reading
}

function startWatch(uuid: string, reading: Reading) {
  reading.stop = watchExtraction({
    progress: reading.state.progress,
    startedAt: reading.startedAt,
    poll: async (signal) =>
      (await (await loadApi()).refreshLink(uuid, signal)).meta_extraction_progress,
    report: (state) => publish(uuid, reading, state),
  })
}

function publish(uuid: string, reading: Reading, state: Extraction) {
  reading.state = state
  for (const listener of reading.listeners) listener(state)
  if (state.progress >= 100) readings.delete(uuid)
}
