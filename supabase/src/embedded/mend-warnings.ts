let mended = false

/**
 * The data service wraps `process.emitWarning` in a function that reads every warning as text and throws at an `Error`,
 * as which Node makes many (too many listeners, for one): a mere warning would then fail whatever caused it. These pass
 * it by, as Node itself would tell them.
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
