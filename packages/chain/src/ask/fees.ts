import { getFeeHistory, getGasPrice } from 'viem/actions'
import type { Belief } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import { type Rule, unbelieved } from '../belief/rules.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError } from '../endpoint/fault.ts'
import { alikeFees, type ChainFees, commonFees, isSameFees } from './common-fees.ts'
import { neededTips } from './needed-tips.ts'

/**
 * Asks what the chain charges.
 *
 * @param hasOnePrice for a chain without a base fee (legacy transactions).
 */
export const askFees = (quorum: Quorum, hasOnePrice = false): Promise<Belief<ChainFees>> =>
  quorum.decide(hasOnePrice ? readGasPrice : readFeeHistory, market, { name: 'fees' })

/**
 * The rule for fees: a majority has to name base fees within a factor of two of each other, because endpoints are a few
 * blocks apart. Further endpoints are asked until a majority says exactly the same or the time is over, because more
 * answers give a better middle value.
 */
const market: Rule<ChainFees> = (all) => {
  const { answers, majority } = all
  const said = answers.flatMap((one) => (one.state === 'said' ? [one.value] : []))
  const open = answers.filter(({ state }) => state === 'idle' || state === 'asked').length
  const alike = alikeFees(said)
  if (alike.length < majority) {
    const belief = unbelieved(all, 'the endpoints differ on the network fee')
    return { isSettled: alike.length + open < majority, belief, against: [] }
  }
  const isSame = alike.some((one) => alike.filter((other) => isSameFees(one, other)).length >= majority)
  return {
    isSettled: open === 0 || isSame,
    belief: { kind: answers.length === 1 ? 'single' : 'agreed', value: commonFees(alike) },
    against: [],
  }
}

/** The percentiles of the tips that a block paid: what the cheapest tenth of its gas paid, and the median. */
const rewardPercentiles = [10, 50]

async function readFeeHistory({ name, client }: Endpoint): Promise<ChainFees> {
  const history = await getFeeHistory(client, { blockCount: 10, rewardPercentiles })
  // `eth_feeHistory` adds the base fee of the next block as the last entry.
  const next = history.baseFeePerGas.at(-1)
  // A missing base fee must not count as zero: later nonces would wait behind a transaction that offers nothing.
  if (next === undefined) throw new EndpointError('wrong_data', `${name} names no base fee`)
  return { baseFeePerGas: next, recentTips: neededTips(history.reward ?? [], history.gasUsedRatio) }
}

const readGasPrice = async ({ client }: Endpoint): Promise<ChainFees> => ({
  baseFeePerGas: 0n,
  recentTips: [await getGasPrice(client)],
})
