import { expect, it } from '@jest/globals'
import { saysOutOfGas } from './simulation-error.ts'

it.each([
  ['out of gas', true],
  ['EVM error OutOfGas', true],
  ['Out of gas: gas required exceeds allowance: 120000', true],
  ['gas required exceeds allowance (120000)', true],
  ['intrinsic gas too low: have 100, want 21000', true],
  ['execution reverted', false],
  ['insufficient funds for gas * price + value', false],
  ['request timed out', false],
])('%s: %s', (message, expected) => {
  expect(saysOutOfGas(message)).toBe(expected)
})
