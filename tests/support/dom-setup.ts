import { clearTimeout as clearRealTimeout, setTimeout as setRealTimeout } from 'node:timers'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => cleanup())

// Parts of a screen load on demand, charts among them, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 8_000 })

// A `vmThreads` worker has the `performance` of jsdom, which has no timeline.
performance.getEntriesByType ??= () => []

const FRAME_MS = 16
// The animation frames of jsdom come from `setInterval`: an interval that a test faked never runs again, and charts of
// later files of the worker would not be drawn.
globalThis.requestAnimationFrame = (callback) =>
  Number(setRealTimeout(() => callback(performance.now()), FRAME_MS))
globalThis.cancelAnimationFrame = (frame) => clearRealTimeout(frame)

// jsdom has no layout, so nothing is ever resized.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom has no canvas and reports every use. Without one, echarts estimates the width of text.
HTMLCanvasElement.prototype.getContext = () => null
