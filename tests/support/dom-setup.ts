import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => cleanup())

// jsdom's own `performance`, which a worker of `vmThreads` has, keeps no timeline.
performance.getEntriesByType ??= () => []
