import { getFeeHistory, getGasPrice } from 'viem/actions'
import type { Belief } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import type { Rule } from '../belief/verdict.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError } from '../endpoint/fault.ts'
import { type ChainFees, commonFees, isSameFees } from './common-fees.ts'

const budgetMs = 1_000

/** @param hasOnePrice for a chain without a base fee (legacy transactions). */
export const askFees = (panel: Panel, hasOnePrice = false): Promise<Belief<ChainFees>> =>
  panel.decide(hasOnePrice ? readGasPrice : readFeeHistory, market, { name: 'fees', budgetMs })

const market: Rule<ChainFees> = ({ answers, majority }) => {
  const said = answers.flatMap((one) => (one.state === 'said' ? [one.value] : []))
  const [first] = said
  const open = answers.filter(({ state }) => state === 'idle' || state === 'asked').length
  if (first === undefined)
    return { isSettled: open === 0, belief: { kind: 'waiting', reason: 'no endpoint says the fees' }, against: [] }
  const isSettled = open === 0 || said.filter((one) => isSameFees(one, first)).length >= majority
  return {
    isSettled,
    belief: { kind: answers.length === 1 ? 'single' : 'agreed', value: commonFees(said) },
    against: [],
  }
}

async function readFeeHistory({ name, client }: Endpoint): Promise<ChainFees> {
  const { baseFeePerGas, reward } = await getFeeHistory(client, { blockCount: 10, rewardPercentiles: [50] })
  // The last entry is the next block's.
  const next = baseFeePerGas.at(-1)
  // Not 0: every later nonce would wait behind a transaction that offers nothing.
  if (next === undefined) throw new EndpointError('wrong_data', `${name} names no base fee`)
  return { baseFeePerGas: next, recentTips: (reward ?? []).flatMap((one) => one.slice(0, 1)) }
}

const readGasPrice = async ({ client }: Endpoint): Promise<ChainFees> => ({
  baseFeePerGas: 0n,
  recentTips: [await getGasPrice(client)],
})
