import { useReadable, useShell } from './shell.tsx'

/**
 * The query parameters of the page, which select the open view, with functions to build URLs and to navigate.
 */
export function useAddress() {
  const shell = useShell()
  const { path, search } = useReadable(shell.location)
  const at = (values: Record<string, string>) => `${path}?${new URLSearchParams(values)}`
  return {
    query: new URLSearchParams(search),
    at,
    go: (values: Record<string, string>) => shell.navigate(at(values)),
  }
}
