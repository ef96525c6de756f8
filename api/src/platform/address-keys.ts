const GROUPS = 8
const GROUPS_OF_64 = 4
const GROUPS_OF_48 = 3

/**
 * The points of a rule for all addresses of one IPv6 /48 together, as a multiple of those of one address. A provider
 * may give each of its customers a /64 of the same /48, while anyone can get a /48 with 65,536 of them.
 */
export const NETWORK_SHARE = 10

/** An address without the port that some proxies append, since it changes with every connection. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^((?:\d+\.){3}\d+):\d+$/, '$1')

const hexGroups = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16).toString(16))

/** The eight groups of an IPv6 address without leading zeros; null for any other text. */
function parseGroups(address: string): string[] | null {
  if (!address.includes(':')) return null
  const [head = '', tail] = address.split('::')
  const left = hexGroups(head)
  const right = hexGroups(tail ?? '')
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - left.length - right.length)
  return [...left, ...Array<string>(zeros).fill('0'), ...right]
}

/** The IPv4 address that an IPv6 address contains (`::ffff:0:0/96`), in dotted form; null without one. */
function mappedIpv4(address: string): string | null {
  const dotted = /^::ffff:((?:\d+\.){3}\d+)$/.exec(address)?.[1]
  if (dotted !== undefined) return dotted
  const groups = parseGroups(address)
  if (groups?.length !== GROUPS || groups.slice(0, GROUPS - 2).join(':') !== '0:0:0:0:0:ffff') return null
  const numbers = groups.slice(GROUPS - 2).map((group) => Number.parseInt(group, 16))
  return numbers.flatMap((number) => [number >> 8, number & 0xff]).join('.')
}

/**
 * The keys under which a client counts: its IPv4 address, or its IPv6 /64, which one customer usually owns, and then
 * its /48. All limits on addresses use these keys.
 */
export function addressKeys(address: string): [own: string, ...networks: string[]] {
  const bare = withoutPort(address).toLowerCase()
  const ipv4 = mappedIpv4(bare)
  const groups = ipv4 === null ? parseGroups(bare) : null
  if (groups === null) return [ipv4 ?? bare]
  return [groups.slice(0, GROUPS_OF_64).join(':'), groups.slice(0, GROUPS_OF_48).join(':')]
}

/** The key of the smallest network that a client owns: its IPv4 address or its IPv6 /64. */
export const addressKey = (address: string): string => addressKeys(address)[0]

/** The key of the largest network that a client can easily get: its IPv4 address or its IPv6 /48. */
export const networkKey = (address: string): string => addressKeys(address).at(-1) ?? ''
