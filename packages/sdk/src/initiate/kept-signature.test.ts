import { describe, expect, it } from '@jest/globals'
import type { TandemClient } from '../client/create-client.ts'
import type { CreateInitiation } from '../client/types.ts'
import { TandemError } from '../tandem-error.ts'
import { keptSignature, type UnsentInitiation } from './kept-signature.ts'

const body: CreateInitiation = {
  type: 'signed',
  order_id: '00000000-0000-4000-8000-000000000000',
  deadline: 1_000,
  creator_signature: `0x${'11'.repeat(65)}`,
}

/**
 * Sends a signature through a client that answers like this, and returns a function that reads what is kept afterwards.
 */
async function keptAfter(answer: () => Promise<unknown>, asked: CreateInitiation = body) {
  const signature = keptSignature()
  const client = { createInitiation: answer } as unknown as TandemClient
  const submitter = signature.wrap(asked.type, { by: 'relayer', client })
  if (submitter.by === 'relayer') await submitter.client.createInitiation(asked).catch(() => undefined)
  return (now: number) => signature.get(asked.type, now)
}

const refusal = (isRetryable: boolean) => () =>
  Promise.reject(new TandemError('NETWORK', 'no', { retryable: isRetryable }))

describe('keptSignature', () => {
  it('keeps a signature that the relayer could not accept, as long as it is valid', async () => {
    const kept = await keptAfter(refusal(true))
    expect([kept(500), kept(879), kept(880)]).toEqual([body, body, undefined])
  })

  it('keeps it over a restart, and drops it once the relayer has accepted it', async () => {
    const changes: unknown[] = []
    const keep = async (unsent: unknown) => void changes.push(unsent)
    const handOver = async (client: unknown, unsent?: UnsentInitiation) => {
      const submitter = keptSignature({ unsent, keep }).wrap('signed', {
        by: 'relayer',
        client: client as TandemClient,
      })
      if (submitter.by === 'relayer') await submitter.client.createInitiation(body).catch(() => undefined)
    }
    await handOver({ createInitiation: refusal(true) })
    const [unsent] = changes as [UnsentInitiation]
    expect(unsent).toEqual({ path: 'signed', body })
    expect(keptSignature({ unsent }).get('signed', 500)).toEqual(body)
    await handOver({ createInitiation: () => Promise.resolve({}) }, unsent)
    expect(changes.at(-1)).toBeUndefined()
    expect(changes).toHaveLength(2)
  })

  it('keeps nothing for another path', async () => {
    const signature = keptSignature()
    const client = { createInitiation: refusal(true) } as unknown as TandemClient
    const submitter = signature.wrap('signed', { by: 'relayer', client })
    if (submitter.by === 'relayer') await submitter.client.createInitiation(body).catch(() => undefined)
    expect(signature.get('permit', 500)).toBeUndefined()
  })

  it.each([
    ['the relayer has accepted', () => Promise.resolve({}), body],
    ['the relayer refuses for good', refusal(false), body],
    ['needs no signature', refusal(true), { type: 'prefunded', order_id: body.order_id }],
  ] as const)('keeps nothing that %s', async (_name, answer, asked) => {
    expect((await keptAfter(answer, asked as CreateInitiation))(500)).toBeUndefined()
  })
})
