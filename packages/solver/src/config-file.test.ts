import { describe, expect, it } from '@jest/globals'
import { environmentFrom } from './config-file.ts'

const file = JSON.stringify({ ORDERBOOK_URL: 'http://book', SOLVER_PRICES: { USDC: '1' }, SOLVER_SPREAD_BIPS: 250 })
const from = (options: Parameters<typeof environmentFrom>[0], environment = {}) =>
  environmentFrom(options, environment, () => file)

describe('environmentFrom', () => {
  it('takes the variables of the file, with objects as JSON', () => {
    expect(from({ config: 'solver.json' })).toEqual({
      ORDERBOOK_URL: 'http://book',
      SOLVER_PRICES: '{"USDC":"1"}',
      SOLVER_SPREAD_BIPS: '250',
    })
  })
  it('leaves what the environment sets', () => {
    expect(from({ config: 'solver.json' }, { SOLVER_SPREAD_BIPS: '100' })).not.toHaveProperty('SOLVER_SPREAD_BIPS')
  })
  it('turns --dry-run into its variable, whatever the environment says', () => {
    expect(from({ dryRun: true }, { SOLVER_DRY_RUN: 'false' })).toEqual({ SOLVER_DRY_RUN: 'true' })
  })
})
