import { describe, expect, it } from '@jest/globals'
import { countText, dollarsText } from './count-text.ts'

describe('countText and dollarsText', () => {
  it.each([
    [0, '0', '$0.00'],
    [25, '25', '$25.00'],
    [999.5, '1,000', '$999.50'],
    [9_500, '9,500', '$9,500'],
    [99_999, '99,999', '$99,999'],
    [601_995, '602K', '$602K'],
    [3_618_088, '3.62M', '$3.62M'],
  ])('shortens %d', (value, count, dollars) => {
    expect([countText(value), dollarsText(value)]).toEqual([count, dollars])
  })
})
