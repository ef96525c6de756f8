/** Stops a process and lets it go on in turns, so that it gets `share` of its time: as on a machine that is overrun. */
export function starve(pid: number, share: number, periodMs = 200): { end(): void } {
  let timer: NodeJS.Timeout
  const turn = (signal: 'SIGSTOP' | 'SIGCONT') => {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
      return
    }
    const running = signal === 'SIGCONT'
    timer = setTimeout(() => turn(running ? 'SIGSTOP' : 'SIGCONT'), periodMs * (running ? share : 1 - share))
  }
  turn('SIGSTOP')
  return {
    end() {
      clearTimeout(timer)
      turn('SIGCONT')
      clearTimeout(timer)
    },
  }
}
