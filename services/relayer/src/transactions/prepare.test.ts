import { setImmediate } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import type { Request } from './domain/request.ts'
import type { TransactionChain } from './ports.ts'
import { makeStep } from './step.ts'
import type { StepDeps } from './step-ports.ts'

it('asks for fees and signers while the check waits for an endpoint that hangs', async () => {
  const asked: string[] = []
  const ask = (question: string) => () => {
    asked.push(question)
    return new Promise<never>(() => undefined)
  }
  const chain = { name: 'right', feeMarket: ask('fees') } as unknown as TransactionChain
  const deps = {
    rules: { batchOf: () => undefined, check: ask('check') },
    knownSigners: async () => [],
    readLoads: ask('loads'),
  } as unknown as StepDeps
  void makeStep(deps, new Map([['right', chain]]))({ chain: 'right', state: 'accepted' } as Request)
  await setImmediate()
  expect(asked.sort()).toEqual(['check', 'fees', 'loads'])
})
