import { describe, expect, it } from '@jest/globals'
import { formatSecret, signedHeaders } from './signature.ts'

describe('signedHeaders', () => {
  it('signs as the example of Standard Webhooks does', () => {
    const body = '{"test": 2432232314}'
    const headers = signedHeaders(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      body,
    )
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })
})

describe('formatSecret', () => {
  it('writes the prefix and base64', () => {
    expect(formatSecret(new Uint8Array(32))).toBe(`whsec_${'A'.repeat(43)}=`)
  })
})
