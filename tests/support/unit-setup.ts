import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import './no-network.ts'
import { PATIENCE_MS } from './patience.ts'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

configure({ asyncUtilTimeout: PATIENCE_MS })
