import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => cleanup())

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
