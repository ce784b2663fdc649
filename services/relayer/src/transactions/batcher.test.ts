import { describe, expect, it } from '@jest/globals'
import { makeGatherer } from './batcher.ts'

const gatherer = (over: Partial<Parameters<typeof makeGatherer<string>>[0]> = {}) => {
  const enter = makeGatherer<string>({ least: 2, waitMs: 60_000, ...over })
  return (chain: string, { kind = 'claim', most = 3 } = {}) => enter({ chain, kind, most })
}

describe('makeGatherer', () => {
  it('lets one go that is alone, without waiting', async () => {
    const enter = gatherer()
    await expect(enter('a').join('1')).resolves.toEqual({ role: 'alone' })
  })

  it('makes one wait for those that approach, and the first one leads', async () => {
    const enter = gatherer()
    const [one, two] = [enter('a'), enter('a')]
    const answers = [one.join('1'), two.join('2')]
    await expect(Promise.all(answers)).resolves.toEqual([{ role: 'lead', group: ['1', '2'] }, { role: 'carried' }])
  })

  it('does not wait for one that left', async () => {
    const enter = gatherer()
    const [one, two] = [enter('a'), enter('a')]
    const answer = one.join('1')
    two.leave()
    two.leave()
    await expect(answer).resolves.toEqual({ role: 'alone' })
    await expect(enter('a').join('3')).resolves.toEqual({ role: 'alone' })
  })

  it('goes when there are enough, though more approach', async () => {
    const enter = gatherer()
    const tickets = [enter('a'), enter('a'), enter('a'), enter('a')]
    const answers = tickets.slice(0, 3).map((ticket, index) => ticket.join(String(index)))
    await expect(answers[0]).resolves.toEqual({ role: 'lead', group: ['0', '1', '2'] })
    await expect(tickets[3]?.join('3')).resolves.toEqual({ role: 'alone' })
  })

  it('waits no longer than it may', async () => {
    const enter = gatherer({ waitMs: 1 })
    enter('a')
    await expect(enter('a').join('1')).resolves.toEqual({ role: 'alone' })
  })

  it.each([
    ['chains', 'b', 'claim'],
    ['kinds', 'a', 'initiation'],
  ])('keeps %s apart', async (_name, chain, kind) => {
    const enter = gatherer()
    enter(chain, { kind })
    await expect(enter('a').join('1')).resolves.toEqual({ role: 'alone' })
  })

  it('makes groups as large as each kind may be', async () => {
    const enter = gatherer()
    const [one, two] = [enter('a', { kind: 'initiation', most: 2 }), enter('a', { kind: 'initiation', most: 2 })]
    enter('a', { kind: 'initiation', most: 2 })
    const answers = [one.join('1'), two.join('2')]
    await expect(answers[0]).resolves.toEqual({ role: 'lead', group: ['1', '2'] })
  })

  it('lets each go alone, without waiting, where groups are turned off', async () => {
    const enter = gatherer()
    enter('a', { most: 1 })
    await expect(enter('a', { most: 1 }).join('1')).resolves.toEqual({ role: 'alone' })
  })

  it('lets each go alone when there are too few to gain by it', async () => {
    const enter = gatherer({ least: 3 })
    const [one, two] = [enter('a'), enter('a')]
    await expect(Promise.all([one.join('1'), two.join('2')])).resolves.toEqual([{ role: 'alone' }, { role: 'alone' }])
  })
})
