import { describe, expect, it } from '@jest/globals'
import { fillWindow } from './fill-window.ts'

const now = { source: 1000, destination: 2000 }
const times = {
  quoteTtlSecs: 60,
  initiateWithinSecs: 600,
  sourceDepthSecs: 24,
  fillWithinSecs: 120,
  latestFillSecs: 3000,
}

describe('fillWindow', () => {
  it('gives the user the quote’s life and the time to fund, and the maker the depth and the time to fill', () => {
    expect(fillWindow(now, times)).toEqual({ initiateBy: 1660, fillBy: 2804 })
  })
  it('takes from the user where the destination escrow would live too short', () => {
    expect(fillWindow(now, { ...times, latestFillSecs: 200 })).toEqual({ initiateBy: 1056, fillBy: 2200 })
  })
  it('never takes from the maker', () => {
    expect(fillWindow(now, { ...times, latestFillSecs: 100 })).toEqual({ initiateBy: 1000, fillBy: 2144 })
  })
})
