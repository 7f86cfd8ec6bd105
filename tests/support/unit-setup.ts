import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// How long a promise may take is not what these tests measure; a busy machine is slow.
configure({ asyncUtilTimeout: 10_000 })
