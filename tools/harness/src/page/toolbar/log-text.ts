import type { LogEntry } from '../../log.ts'

/** Returns the texts of one log line: the kind of call, its details and its result. `bad` marks a failure. */
export function logText(entry: LogEntry): { what: string; text: string; result: string; bad: boolean } {
  const line = (what: string, text: string, result = '', bad = false) => ({ what, text, result, bad })
  switch (entry.kind) {
    case 'api':
    case 'data': {
      const result = `${entry.status ?? 'no answer'} · ${entry.ms} ms`
      const path = decodeURIComponent(entry.path)
      return line(entry.kind, `${entry.method} ${path}`, result, (entry.status ?? 599) >= 400)
    }
    case 'navigate':
      return line('navigate', entry.to, entry.replace ? 'replaced' : '')
    case 'overlay':
      return line('openOverlay', entry.name)
    case 'toast':
      return line('notify', entry.message, [entry.tone, entry.action].filter(Boolean).join(' · '))
    case 'profile':
      return line('refreshProfile', 'the profile is read again')
    case 'closed':
      return line('closed', 'the overlay was closed')
    case 'error':
      return line('error', entry.message, '', true)
  }
}
