let mended = false

/**
 * The data service's package replaces `process.emitWarning` by a function that takes texts only, while Node hands it
 * errors, too: what would have been a warning is thrown into whoever caused it, a response with many listeners first.
 */
export function passWarnings(): void {
  if (mended) return
  mended = true
  const textsOnly = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: []) => {
    if (typeof warning === 'string') textsOnly(warning, ...rest)
    // As Node does it.
    else process.nextTick(() => process.emit('warning', warning))
  }) as typeof process.emitWarning
}
