import { expect, it } from '@jest/globals'
import { networkSchema } from '@tandem/contracts'
import { networkWire } from '../../../test/support/network.ts'
import { whyNoRecipient } from './recipient.ts'

const network = networkSchema.parse(networkWire)
const chainOf = (name: string) => {
  const chain = network.chains.find((one) => one.chain === name)
  if (chain === undefined) throw new Error(name)
  return chain
}
const why = (address: string, chain = 'devnet_b') => whyNoRecipient(address, chainOf(chain), network)
const repeated = (digit: string) => `0x${digit.repeat(40)}`

it.each<[string, string, string]>([
  ['the token of the order', repeated('5'), 'the token USDC'],
  ['another listed token of the chain', repeated('7'), 'the token DAI'],
  ['the registry', repeated('1'), 'swaps go through'],
  ['the bridge', repeated('3'), 'swaps go through'],
  ['the messenger', repeated('8'), 'swaps go through'],
  ["the home of a final chain's token", repeated('9'), 'the token USDC'],
  ['Permit2', '0x000000000022D473030F116dDEE9F6B43aC78BA3', 'Permit2'],
  ['the native marker', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'native token'],
  ['zero', repeated('0'), 'zero address'],
  ['ecrecover', '0x0000000000000000000000000000000000000001', 'built into the chain'],
  ["Arbitrum's ArbSys", '0x0000000000000000000000000000000000000064', 'built into the chain'],
  ["Optimism's gas oracle", '0x420000000000000000000000000000000000000F', 'built into the chain'],
  ["Avalanche's Warp", '0x0200000000000000000000000000000000000005', 'built into the chain'],
])('nobody is paid at %s', (_name, address, expected) => {
  expect(why(address)).toContain(expected)
  expect(why(address.toLowerCase())).toContain(expected)
})

it.each<[string, string, string]>([
  ['an account', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'devnet_b'],
  ['an address with many zeros', '0x00000000000000000000000000000000deadbeef', 'devnet_b'],
  ["another chain's token, which may be an account here", repeated('4'), 'devnet_b'],
  ["the home of a final chain's token, on a chain that is not its hub", repeated('9'), 'devnet_a'],
])('%s may be paid', (_name, address, chain) => {
  expect(why(address, chain)).toBeUndefined()
})
