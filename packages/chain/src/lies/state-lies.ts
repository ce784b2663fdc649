import { toHex } from 'viem'
import { always, answering, lies, stateless } from './answers.ts'
import type { Answer, Honest, Lie, RpcRequest, Scene } from './lie.ts'

const word = (value: number) => toHex(value, { size: 32 })

/** Answers every question from another history of the chain. */
const otherHistory =
  ({ shadow }: Scene): Answer =>
  (request) =>
    shadow(request)

/**
 * Answers questions about the state of any block from the newest block of another history, and all other questions
 * truthfully.
 */
const otherState = ({ shadow }: Scene): Answer => {
  const methods = ['eth_call', 'eth_getCode', 'eth_getStorageAt', 'eth_getBalance', 'eth_getProof']
  return (request, honest) => (methods.includes(request.method) ? shadow(atLatest(request)) : honest())
}
const atLatest = ({ method, params }: RpcRequest) => ({
  method,
  params: params.map((param, index) =>
    index > 0 && typeof param === 'string' && param.length < 20 ? 'latest' : param,
  ),
})

/** Tells the truth for the first questions about the state, and then answers from another history. */
const turning =
  (trueAnswers: number) =>
  (scene: Scene): Answer => {
    const lie = otherState(scene)
    let asked = 0
    return (request, honest) => {
      if (request.method === 'eth_call') asked += 1
      return asked > trueAnswers ? lie(request, honest) : honest()
    }
  }

const fickle = (scene: Scene): Answer => {
  const lie = otherHistory(scene)
  let asked = 0
  return (request: RpcRequest, honest: Honest) => {
    asked += 1
    return asked % 3 === 0 ? honest() : lie(request, honest)
  }
}

export const stateLies: Lie[] = lies('lying', [
  ['other_history', 'shows another history of the chain, whatever it is asked', otherHistory],
  ['other_state', 'shows the true blocks, and states of another history', otherState],
  ['turns_after_1', 'shows one true state, and states of another history from then on', turning(1)],
  ['turns_after_3', 'shows three true states, and states of another history from then on', turning(3)],
  ['fickle', 'tells the truth every third time, and of another history otherwise', fickle],
  [
    'no_code',
    'says that there is code nowhere',
    stateless(answering({ eth_getCode: always({ result: '0x' }), eth_call: always({ result: '0x' }) })),
  ],
  ['zero_words', 'answers zero to every call', stateless(answering({ eth_call: always({ result: word(0) }) }))],
  ['one_words', 'answers one to every call', stateless(answering({ eth_call: always({ result: word(1) }) }))],
  [
    'no_balance',
    'says that no account holds anything',
    stateless(answering({ eth_getBalance: always({ result: '0x0' }) })),
  ],
  [
    'rich',
    'says that every account holds a million of the native token',
    stateless(answering({ eth_getBalance: always({ result: toHex(10n ** 24n) }) })),
  ],
  [
    'other_chain',
    'says that it is of another chain',
    stateless(answering({ eth_chainId: always({ result: '0x1' }), net_version: always({ result: '1' }) })),
  ],
  ['null_always', 'answers null to every question', stateless(always({ result: null }))],
])
