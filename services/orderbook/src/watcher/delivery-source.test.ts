import { describe, expect, it } from '@jest/globals'
import { devnetMessengerAbi } from '@tandem/escrow'
import { encodeAbiParameters, encodeEventTopics, getAbiItem, type Hex, zeroAddress } from 'viem'
import { deliverySource } from './delivery-source.ts'

const messenger = `0x${'25'.repeat(20)}` as const
const [hub, other, messageId] = [`0x${'b1'.repeat(32)}`, `0x${'b2'.repeat(32)}`, `0x${'1d'.repeat(32)}`] as const
const source = deliverySource(messenger, hub)

const topicsOf = (eventName: 'MessageExecuted' | 'MessageExecutionFailed', sourceBlockchainID: Hex) =>
  encodeEventTopics({ abi: devnetMessengerAbi, eventName, args: { messageID: messageId, sourceBlockchainID } }) as Hex[]

describe('deliverySource', () => {
  it("asks for Teleporter's two events of messages from the hub", () => {
    expect(source.address).toBe(messenger)
    expect(source.kinds.map((topic) => [topic.slice(0, 10), topic.slice(-4)])).toEqual([
      ['0x34795cc6', '188c'],
      ['0x4619adc1', 'c985'],
    ])
    expect(source.topics).toEqual([null, hub])
  })

  it('says which message was executed', () => {
    expect(source.decode({ topics: topicsOf('MessageExecuted', hub), data: '0x' })).toEqual({
      subject: messageId,
      kind: 'hop_delivered',
      payload: { messageId },
    })
  })

  it('says which message failed, whatever it carries', () => {
    const { inputs } = getAbiItem({ abi: devnetMessengerAbi, name: 'MessageExecutionFailed' })
    const message = {
      messageNonce: 1n,
      originSenderAddress: zeroAddress,
      destinationBlockchainID: other,
      destinationAddress: zeroAddress,
      requiredGasLimit: 1n,
      allowedRelayerAddresses: [],
      receipts: [],
      message: '0x1234',
    } as const
    const data = encodeAbiParameters([inputs[2]], [message])
    expect(source.decode({ topics: topicsOf('MessageExecutionFailed', hub), data })?.kind).toBe('hop_failed')
  })

  it('knows nothing of messages from other chains, and of other events', () => {
    expect(source.decode({ topics: topicsOf('MessageExecuted', other), data: '0x' })).toBeUndefined()
    expect(source.decode({ topics: [other, messageId, hub], data: '0x' })).toBeUndefined()
    expect(source.decode({ topics: [], data: '0x' })).toBeUndefined()
  })
})
