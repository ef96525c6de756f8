import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => cleanup())

// A `vmThreads` worker has the `performance` of jsdom, which has no timeline.
performance.getEntriesByType ??= () => []
