import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => cleanup())

// Parts of a screen load on demand, charts among them, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 8_000 })

// A `vmThreads` worker has the `performance` of jsdom, which has no timeline.
performance.getEntriesByType ??= () => []

// jsdom has no layout, so nothing is ever resized.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom has no canvas and reports every use. Without one, echarts estimates the width of text.
HTMLCanvasElement.prototype.getContext = () => null
