/**
 * Alternates SIGSTOP and SIGCONT so that a process runs for `share` of the time, as on an overloaded machine.
 */
export function starve(pid: number, share: number, periodMs = 200): { end(): void } {
  let timer: NodeJS.Timeout
  const turn = (signal: 'SIGSTOP' | 'SIGCONT') => {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has exited.
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
