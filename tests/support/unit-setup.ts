import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import './no-network.ts'
import { PATIENCE_MS } from './patience.ts'

afterEach(cleanup)

configure({ asyncUtilTimeout: PATIENCE_MS })
