let mended = false

/**
 * Fixes process warnings. The data service wraps `process.emitWarning` in a function that expects text and
 * throws on an `Error`, which Node uses for many warnings (such as too many listeners). The warning would
 * then fail the code that caused it. Warnings that are errors bypass the wrapper and are emitted like Node
 * does.
 */
export function mendWarnings(): void {
  if (mended) return
  mended = true
  const wrapped = process.emitWarning
  const mend = (warning: string | Error, ...rest: unknown[]) => {
    if (typeof warning === 'string') Reflect.apply(wrapped, process, [warning, ...rest])
    else process.nextTick(() => process.emit('warning', warning))
  }
  process.emitWarning = mend
}
