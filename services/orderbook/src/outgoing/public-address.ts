import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Networks that are not public, from RFC 6890 and the IANA registries. */
const blocked = new BlockList()
for (const [prefix, length] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  blocked.addSubnet(prefix, length, 'ipv4')
}
/** Public IPv6 addresses are global unicast, without 6to4, Teredo and documentation. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [prefix, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  blocked.addSubnet(prefix, length, 'ipv6')
}

/** Whether an address is public. An IPv4 address in IPv6 form is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isPublicAddress(mapped)
  if (isIPv6(address)) return global.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
  return isIP(address) === 4 && !blocked.check(address, 'ipv4')
}

/**
 * Why a URL must not be requested. Undefined when the URL is good. A name is checked only when it is connected to
 * (`publicLookup`).
 */
export function urlProblem(url: URL): string | undefined {
  if (url.protocol !== 'https:') return 'it is not https'
  if (url.username !== '' || url.password !== '') return 'it carries credentials'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'its address is not public'
  if (host === 'localhost' || /\.(localhost|local|internal)$/.test(host)) return 'its name is not public'
  return undefined
}

/** `dns.lookup`, called with `all`. */
export type ResolveName = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Resolves a name and requires that all of its addresses are public. The socket connects to the addresses that were
 * checked, so that the name cannot resolve differently a moment later (DNS rebinding).
 */
export function publicLookup(resolveName: ResolveName = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error !== null || first === undefined) return callback(error ?? new Error('no address'), '', 4)
      const refused = found.find(({ address }) => !isPublicAddress(address))
      if (refused !== undefined) return callback(new Error('the name leads to an address that is not public'), '', 4)
      if (options.all === true) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }
}
