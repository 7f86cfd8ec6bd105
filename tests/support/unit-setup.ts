import { cleanup, configure } from '@testing-library/react'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, vi } from 'vitest'
import './no-network.ts'
import { PATIENCE_MS } from './patience.ts'
import { restoreWindow } from './shared-window.ts'

// Each file loads the app's modules again and starts with an empty browser, although the packages
// stay loaded.
vi.resetModules()
restoreWindow()
globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = globalThis.indexedDB

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

configure({ asyncUtilTimeout: PATIENCE_MS })
